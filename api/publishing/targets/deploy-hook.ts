import { mayPass, postJson } from './post-json.ts'
import { serves, waitUntilServed } from './remote.ts'
import type { Delivered, Target, TargetRelease } from './target.ts'

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

const minute = 60_000

const tooOld: Delivered = {
  ok: false,
  permanent: true,
  message:
    'The host behind the deploy hook builds the newest content itself. To go back there, choose an earlier deploy in its own list.',
}

/**
 * A host that builds the site itself when it is called. A release counts as delivered once its revisions were
 * read back from there, never when the hook answered: that a build was started says nothing of its end.
 */
export function createDeployHook(options: DeployHookOptions): Target {
  const { siteUrl, limitMs = 15 * minute, everyMs = 3_000 } = options
  /** A release is given again when its pictures are done: that is no news to a host that draws its own. */
  let called: string | undefined

  async function deliver(release: TargetRelease, superseded: AbortSignal): Promise<Delivered> {
    // After a restart the build that an earlier call started may be done.
    if (await serves(siteUrl, release)) return { ok: true }
    if (!release.isNewest) return tooOld
    const refusal = called === release.manifest.id ? undefined : await call(options, release.manifest.id)
    if (refusal) return refusal
    called = release.manifest.id
    const took = await waitUntilServed(siteUrl, release, { limitMs, everyMs, signal: superseded })
    if (took !== undefined) return { ok: true }
    return {
      ok: false,
      permanent: true,
      message: `The deploy hook was called, but ${siteUrl} did not show this release within ${Math.round(limitMs / minute)} minutes. Look at the log of the host's build.`,
    }
  }
  return { name: 'deploy hook', deliver }
}

async function call(
  { url, timeoutMs = 15_000 }: DeployHookOptions,
  release: string,
): Promise<Extract<Delivered, { ok: false }> | undefined> {
  const status = await postJson(url, { release }, timeoutMs)
  if (status !== undefined && status >= 200 && status < 300) return undefined
  const said = status === undefined ? 'did not answer' : `answered ${status}`
  return mayPass(status)
    ? { ok: false, permanent: false, message: `The deploy hook ${said}. It is called again.` }
    : { ok: false, permanent: true, message: `The deploy hook ${said}. Check DEPLOY_HOOK_URL.` }
}
