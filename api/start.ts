import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { createApp, ownsPath } from './app.ts'
import { buildSite } from './build-site.ts'
import { claim } from './claim.ts'
import type { Lock } from './claim.ts'
import { openDevSite } from './dev-site.ts'
import type { Env, EnvFault } from './env.ts'
import { openForms } from './forms.ts'
import { toListener } from './http-server.ts'
import type { Log } from './log.ts'
import { openPreview } from './preview.ts'
import { editorsOf, openPublishing, webhookFor } from './publishing.ts'
import type { LakeWebhook } from './publishing.ts'
import { followRelease } from './services/release.ts'
import { openStudio } from './studio.ts'

/** The content lake as this server sees it. */
interface Lake {
  fetch(request: Request): Promise<Response>
  /** Takes the socket and returns true where the request is the lake's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): Promise<void>
}

/** Who may reach the lake, where besides the loopback address, how long it remembers, and whom it tells of publishes. */
interface LakeAccess {
  token: string | undefined
  origins: string[]
  retention: { days: number }
  webhooks: LakeWebhook[]
}

/** What differs between the real server and one under test. */
export interface StartOptions {
  env: Env
  faults: readonly EnvFault[]
  /** The checkout: `DIST_DIR` is below it. */
  root: string
  /** The program that brings `dist/site` up to date, and its arguments. */
  build: readonly [string, ...string[]]
  /** The program that brings `dist/studio` up to date, run once the site is served; none, and there is no Studio. */
  buildStudio?: readonly [string, ...string[]]
  dev: boolean
  log: Log
  acquireLock: (dataDir: string) => Lock
  /** Opens the local content lake; not called where the content is hosted. */
  openLake: (dataDir: string, access: LakeAccess) => Promise<Lake>
  /** Stops a start that is still under way. */
  signal: AbortSignal
}

/** A running server. `stop` answers what is in flight, then closes all that was opened. */
export interface Running {
  url: string
  stop(): Promise<void>
}

type Closer = () => Promise<void> | void

/** How long requests in flight may take to end; process managers commonly kill after 10 s. */
const graceMs = 8_000

/**
 * Brings everything up: port, data folder, lake, pages. The port opens first, so that the build can read
 * the lake through it; `/api/health` says 503 until the pages are there.
 * Returns sentences, all that are wrong at once, when it can't; none when `signal` stopped it.
 */
export async function start(options: StartOptions): Promise<Running | { sentences: string[] }> {
  const { env, root, signal } = options
  const dist = path.resolve(root, env.DIST_DIR)
  let ready = false
  const base = {
    siteUrl: env.SITE_URL,
    isReady: () => ready,
    release: followRelease(path.join(dist, 'site')),
  }
  let handle = toListener(createApp(base).fetch)
  const claimed = await claim(env, options.faults, {
    listener: (request, response) => {
      handle(request, response)
    },
    acquireLock: options.acquireLock,
  })
  if ('sentences' in claimed) return claimed

  const { listening, lock, dataDir } = claimed
  const { url } = listening
  const siteEnv = { LAKE_URL: url, SITE_URL: env.SITE_URL ?? url }
  const forms = openForms(env, dataDir, options.log)
  // What keeps connections open closes first, or they would never end; what requests need closes last.
  const streams: Closer[] = []
  const stores: Closer[] = [() => forms.close(), () => lock.release()]
  async function stop(): Promise<void> {
    const drained = listening.drain(graceMs)
    for (const close of streams) await close()
    await drained
    for (const close of stores) await close()
  }

  lock.announce(url)
  const webhook = options.dev ? undefined : webhookFor(env, () => (ready ? url : undefined))
  const lake = await openLake(options, dataDir, webhook ? [webhook] : [])
  if (lake && 'sentence' in lake) {
    await stop()
    return { sentences: [lake.sentence] }
  }
  if (lake) streams.push(() => lake.close())
  listening.onUpgrade((...upgrade) => lake?.upgrade(...upgrade) ?? false)
  const studio = options.buildStudio && openStudio(options.buildStudio, root)
  if (studio) streams.push(() => studio.stop())
  const preview = openPreview({ env, dist, dataDir, url, checkEditor: editorsOf(env, lake) })
  streams.unshift(() => preview.close())
  const publishing = options.dev
    ? undefined
    : openPublishing(env, {
        dataDir,
        dist,
        url,
        siteEnv,
        lake,
        webhook,
        log: options.log,
      })
  if (publishing) {
    streams.unshift(() => publishing.stop())
    stores.unshift(() => publishing.close())
  }
  const parts = {
    ...base,
    forms,
    preview,
    ...(lake && { lake }),
    ...(publishing && { publishing }),
    ...(studio && { studio }),
  }
  const listener = toListener(createApp(parts).fetch)
  handle = listener

  if (options.dev) {
    Object.assign(process.env, siteEnv)
    const devSite = await openDevSite(root, listening.server, listener)
    streams.push(() => devSite.close())
    handle = (request, response) => {
      const answer = ownsPath(request.url ?? '/') ? listener : devSite.listener
      answer(request, response)
    }
  } else if (!(await buildSite(options.build, { cwd: root, env: siteEnv, signal }))) {
    await stop()
    return { sentences: signal.aborted ? [] : ['The server stopped, as its pages could not be built.'] }
  }
  ready = true
  await publishing?.start()
  void studio?.build()
  return { url, stop }
}

async function openLake(
  { env, openLake: open }: StartOptions,
  dataDir: string,
  webhooks: LakeWebhook[],
): Promise<Lake | { sentence: string } | undefined> {
  if (env.SANITY_PROJECT_ID !== undefined) return undefined
  const origins = env.SITE_URL === undefined ? [] : [env.SITE_URL]
  const retention = { days: env.HISTORY_DAYS }
  const access = { token: env.LAKE_TOKEN, origins, retention, webhooks }
  return open(dataDir, access).catch((error: unknown) => ({
    sentence: `The content in ${dataDir} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
  }))
}
