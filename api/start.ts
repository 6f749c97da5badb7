import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { isServerPath } from './contract/addresses.ts'
import { createApp } from './http/app.ts'
import type { AppDeps } from './http/app.ts'
import { buildSite } from './build-site.ts'
import { claim } from './claim.ts'
import type { AcquireLock } from './claim.ts'
import { openDevSite } from './dev-site.ts'
import type { Env, EnvFault } from './env.ts'
import { toListener } from './http/http-server.ts'
import type { Upgrades } from './http/http-server.ts'
import { keepTrying } from './keep-trying.ts'
import { createParts } from './parts.ts'
import type { Lake, PartsOptions } from './parts.ts'
import { callerOfUpgrade } from './http/client-address.ts'
import { followRelease } from './http/release.ts'
import { openStudio } from './studio.ts'
import type { OnUnforeseen } from './log.ts'

/** What differs between the real server and one under test. */
export interface StartOptions extends Pick<PartsOptions, 'env' | 'dev' | 'log' | 'openLake'> {
  faults: readonly EnvFault[]
  /** The checkout: `DIST_DIR` is below it. */
  root: string
  /** The program that brings `dist/site` up to date, and its arguments. */
  build: readonly [string, ...string[]]
  /** The program that brings `dist/studio` up to date, run once the site is served; none, and there is no Studio. */
  buildStudio?: readonly [string, ...string[]]
  onUnforeseen: OnUnforeseen
  acquireLock: AcquireLock
  /** Stops a start that is still under way. */
  signal: AbortSignal
}

/** A running server. `stop` answers what is in flight, then closes all that was opened. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** How long requests in flight may take to end; process managers commonly kill after 10 s. */
const GRACE_MS = 8_000
const OPEN_AGAIN_MS = 5_000
/** A build takes most of a processor while it runs. */
const BUILD_AGAIN_MS = 60_000

/**
 * Brings everything up: port, data folder, lake, pages. The port opens first, so that the build can read
 * the lake through it; `/api/health` says 503 until the pages are there. Where an earlier start left pages, they
 * are served whatever fails now: what can't be opened answers 503 and is tried again until it can.
 * Returns sentences, all that are wrong at once, when there is nothing to serve; none when `signal` stopped it.
 */
export async function start(options: StartOptions): Promise<Running | { sentences: string[] }> {
  const { env, dev, root, log, signal } = options
  const dist = path.resolve(root, env.DIST_DIR)
  let ready = false
  const app: AppDeps = {
    siteUrl: env.SITE_URL,
    isReady: () => ready,
    release: followRelease(path.join(dist, 'site')),
    trustedProxies: env.TRUST_PROXY,
    onUnforeseen: options.onUnforeseen,
  }
  let own = toListener(createApp(app).fetch)
  let listener = own
  const claimed = await claim(env, options.faults, {
    listener: (request, response) => listener(request, response),
    acquireLock: options.acquireLock,
    dist,
  })
  if ('sentences' in claimed) return claimed

  const { listening, dataDir, takeFolder } = claimed
  const { url } = listening
  const siteEnv = { LAKE_URL: url, SITE_URL: env.SITE_URL ?? url }
  const stopping = new AbortController()
  signal.addEventListener('abort', () => stopping.abort())
  const parts = createParts({
    ...options,
    dataDir,
    dist,
    url,
    takeFolder,
    show: (more) => {
      own = toListener(createApp(Object.assign(app, more)).fetch)
      if (!dev) listener = own
    },
  })
  listening.onUpgrade(upgradesTo(parts.lake, env, dev))
  const studio = options.buildStudio && openStudio(options.buildStudio, { root, dist })
  if (studio) app.studio = studio
  const closers = [() => parts.closeStreams(), () => studio?.stop()]

  // What keeps connections open closes first, or they would never end; what requests need closes last.
  async function stop(): Promise<void> {
    stopping.abort()
    const drained = listening.drain(GRACE_MS)
    for (const close of closers) await close()
    await drained
    await parts.closeStores()
  }
  async function giveUp(sentence: string): Promise<{ sentences: string[] }> {
    await stop()
    return { sentences: signal.aborted ? [] : [sentence] }
  }
  /** Goes on with what failed, as long as there are pages to serve meanwhile. */
  async function again(work: () => Promise<void>, pauseMs: number, sentence: string): Promise<boolean> {
    if (dev || signal.aborted || (await app.release()).size === 0) return false
    log.error(sentence)
    const onFault = (fault: string) => fault !== sentence && log.error(fault)
    void keepTrying(work, { pauseMs, onFault, signal: stopping.signal })
    return true
  }

  const openFault = (await faultOf(parts.open)) ?? (await parts.lake()?.opening)
  if (openFault !== undefined && !(await again(parts.open, OPEN_AGAIN_MS, openFault)))
    return giveUp(openFault)

  if (dev) {
    Object.assign(process.env, siteEnv)
    const devSite = await openDevSite(root, listening.server, (request, response) => own(request, response))
    closers.push(() => devSite.close())
    listener = (request, response) => {
      const answer = isServerPath(request.url ?? '/') ? own : devSite.listener
      answer(request, response)
    }
  } else {
    const buildFault = await faultOf(build)
    if (buildFault !== undefined && !(await again(build, BUILD_AGAIN_MS, buildFault))) return giveUp(NO_PAGES)
  }
  ready = true
  await parts.startPublishing()
  void studio?.build()
  return { url, stop }

  async function build(): Promise<void> {
    const { signal: stopped } = stopping
    if (!(await buildSite(options.build, { cwd: root, env: siteEnv, signal: stopped })))
      throw new Error(OLD_PAGES)
  }
}

const NO_PAGES = 'The server stopped, as its pages could not be built.'
const OLD_PAGES = 'The pages could not be brought up to date: those of the last build are served meanwhile.'

async function faultOf(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The lake's sockets; in dev also Vite's, which listens for its own. */
function upgradesTo(lake: () => Lake | undefined, { TRUST_PROXY: proxies }: Env, dev: boolean): Upgrades {
  const isVites = ({ headers }: IncomingMessage): boolean =>
    dev && /^vite-(?:hmr|ping)$/u.test(headers['sec-websocket-protocol'] ?? '')
  return {
    accepts: (request) => {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') return false
      return isVites(request) || (lake()?.isSocketPath(request.url ?? '') ?? false)
    },
    take: (request, socket, head) => {
      if (!isVites(request)) lake()?.upgrade(request, socket, head, callerOfUpgrade(request, proxies))
    },
  }
}
