import { MINUTE_MS } from '../../contract/time.ts'
import { AttemptFailed } from '../../delivery/attempt.ts'
import { mayPass, postJson } from './post-json.ts'
import { serves, waitUntilServed } from './remote.ts'
import type { Target, TargetManifest, TargetRelease } from './target.ts'

export interface DeployHookOptions {
  /** A secret of the host: it is never logged or shown. */
  url: string
  /** Where that host serves the site, to see whether it does. */
  siteUrl: string
  timeoutMs?: number
  /** How long a host may build. */
  limitMs?: number
  everyMs?: number
}

const TOO_OLD =
  'The host behind the deploy hook builds the newest content itself. To go back there, choose an earlier deploy in its own list.'

/**
 * A host that builds the site itself when it is called. A release counts as delivered once its revisions were read back
 * from there, not when the hook answered: a build that started may still fail.
 */
export function createDeployHook(options: DeployHookOptions): Target {
  const { siteUrl, limitMs = 15 * MINUTE_MS, everyMs = 3_000 } = options
  /** A release comes again with its pictures, which are no news to a host that draws its own. */
  let called: string | undefined

  async function deliver(release: TargetRelease, superseded: AbortSignal): Promise<void> {
    // After a restart the build that an earlier call started may be done.
    if (await serves(siteUrl, release)) return
    if (!release.isNewest) throw new AttemptFailed(TOO_OLD, { isPermanent: true })
    // The host reads the content as it is: a document that is held here would break its build, or be shown.
    if (release.manifest.held.length > 0)
      throw new AttemptFailed(heldBack(release.manifest), { isPermanent: true })
    if (called !== release.manifest.id) await call(options, release.manifest.id)
    called = release.manifest.id
    const took = await waitUntilServed(siteUrl, release, { limitMs, everyMs, signal: superseded })
    if (took !== undefined) return
    throw new AttemptFailed(
      `The deploy hook was called, but ${siteUrl} did not show this release within ${Math.round(limitMs / MINUTE_MS)} minutes. Look at the log of the host's build.`,
      { isPermanent: true },
    )
  }
  return { name: 'deploy hook', deliver }
}

function heldBack({ held, titles }: TargetManifest): string {
  const names = held.map(({ _id }) => titles?.[_id] ?? `“${_id}”`)
  const [first] = held.flatMap(({ faults }) => faults)
  const why = first === undefined ? '.' : `: ${first.message}`
  return `The host can't build while ${names.join(', ')} is held${why} Its build reads the content as it is. Mend what is held and publish it again.`
}

/** @throws AttemptFailed */
async function call({ url, timeoutMs = 15_000 }: DeployHookOptions, release: string): Promise<void> {
  const status = await postJson(url, { release }, timeoutMs)
  if (status !== undefined && status >= 200 && status < 300) return
  const outcome = status === undefined ? 'did not answer' : `answered ${status}`
  if (mayPass(status)) throw new AttemptFailed(`The deploy hook ${outcome}. It is called again.`)
  throw new AttemptFailed(`The deploy hook ${outcome}. Check DEPLOY_HOOK_URL.`, { isPermanent: true })
}
