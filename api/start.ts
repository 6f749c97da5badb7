import type { IncomingMessage, RequestListener } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { attempt } from './attempt.ts'
import { onDemand, openStudio, runBuild, type Command } from './builds.ts'
import { claim, type AcquireLock } from './claim.ts'
import { isContentError } from './contract/content-error.ts'
import { messageOf, OperationalError } from './contract/operational-error.ts'
import { securityHeaders } from './contract/site-headers.ts'
import { openDevSite, type DevSite } from './dev-site.ts'
import type { Env } from './env-schema.ts'
import type { EnvFault } from './env.ts'
import { createHttpParts } from './http-parts.ts'
import type { AppDeps } from './http/app.ts'
import { callerOfUpgrade } from './http/client-address.ts'
import { filesFirst } from './http/files-first.ts'
import { toListener, type Upgrades } from './http/http-server.ts'
import { followRelease } from './http/release.ts'
import type { Lake } from './lake.ts'
import type { OnUnforeseen } from './log.ts'
import type { Parts, PartsOptions } from './parts.ts'

/** What differs between the real server and one under test. */
export interface StartOptions extends Pick<PartsOptions, 'env' | 'dev' | 'log' | 'openLake'> {
  faults: readonly EnvFault[]
  /** The checkout: `DIST_DIR` is below it. */
  root: string
  /** The program that brings `dist/site` up to date, and its arguments. */
  build: Command
  /** The program that brings `dist/studio` up to date, run once the site is served; without it there is no Studio. */
  buildStudio?: Command
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
export const GRACE_MS = 8_000
const OPEN_AGAIN_MS = 5_000
/** Long enough for requests that wait to be read and answered with a file. */
const BETWEEN_MS = 2

/** What is loaded once the port is open, in the order in which one needs the other. */
const PIECES: readonly (() => Promise<unknown>)[] = [
  () => import('kysely'),
  () => import('./forms/open-forms.ts'),
  () => import('./http/app.ts'),
]

const NOT_BUILT = 'The pages could not be built.'
const NOT_YET_READ =
  'What has changed in .env counts from the next start: stop npm run dev, and start it again.'
const NO_PAGES = 'The server stopped, as it has none to serve.'

/**
 * Brings everything up: port, data folder, lake, pages. The port opens first, so that the build can read the lake
 * through it; `/api/health` says 503 until the build has ended. If an earlier start left pages, they are served while
 * everything else is loaded, and whatever fails now: what can't be opened answers 503, and is tried again until it can.
 * Content that no site can be made of does not end the server, as editors mend it in its Studio. Resolves to undefined
 * if `signal` stopped it.
 * @throws OperationalError with all that is wrong at once, when there is nothing to serve for another reason
 */
export async function start(options: StartOptions): Promise<Running | undefined> {
  const { env, dev, root, log, signal } = options
  const dist = path.resolve(root, env.DIST_DIR)
  const http = createHttpParts(env, options)
  let ready = false
  const app: AppDeps = {
    ...http.app,
    isReady: () => ready,
    areOpen: false,
    release: followRelease(path.join(dist, 'site')),
  }
  const loaded = Promise.withResolvers<void>()
  let own = listenerOf(app, (request, response) => void loaded.promise.then(() => own(request, response)))
  let listener = own
  const { listening, dataDir, takeDataDir, takeDist } = await claim(env, options.faults, {
    listener: http.observed((request, response) => listener(request, response)),
    acquireLock: options.acquireLock,
    dist,
    hasPages,
  })
  const { createApp, createParts } = await loadPrograms(hasPages)
  function serve(): void {
    own = listenerOf(app, toListener(createApp(app).fetch, securityHeaders(env.SITE_URL)))
    if (!dev) listener = own
  }
  serve()
  loaded.resolve()

  const { url } = listening
  const siteEnv = { LAKE_URL: env.LAKE_URL ?? url, SITE_URL: env.SITE_URL ?? url }
  let devSite: DevSite | undefined
  const stopping = new AbortController()
  signal.addEventListener('abort', () => stopping.abort())
  const build = (): Promise<void> =>
    runBuild(options.build, NOT_BUILT, { cwd: root, env: siteEnv, signal: stopping.signal })
  const previewBuild = onDemand(build)
  const parts = createParts({
    ...options,
    metrics: http.metrics,
    dataDir,
    dist,
    url,
    takeDataDir,
    checkRelease: async (release) => {
      if (!devSite) throw new OperationalError('The pages are still being started.')
      return devSite.checkRelease(release, dist)
    },
    build: dev ? previewBuild.upToDate : build,
    show: (more) => {
      Object.assign(app, more)
      serve()
    },
  })
  listening.onUpgrade(upgradesTo(parts.lake, env, dev))
  // A Studio is where its content is.
  const buildStudio = env.LAKE_URL === undefined ? options.buildStudio : undefined
  const studio = buildStudio && openStudio(buildStudio, { root, dist })
  if (studio) {
    app.studio = studio
    parts.streams.defer(() => studio.stop())
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const drained = listening.drain(GRACE_MS)
    await parts.streams.disposeAsync()
    await drained
    await parts.stores.disposeAsync()
  }

  /** Publishes go to DIST_DIR, which has to be this server's own: they wait for its lock. */
  async function ownDist(): Promise<void> {
    const lock = takeDist()
    if (lock) parts.stores.adopt(lock, (taken) => taken.release()).announce(url)
  }

  async function hasPages(): Promise<boolean> {
    return !dev && !signal.aborted && (await app.release()).size > 0
  }

  /** Pages as they are in the drafts, rendered when they are asked for. */
  async function serveDrafts(): Promise<void> {
    Object.assign(process.env, siteEnv)
    const opened = await openDevSite(root, listening.server, {
      ignored: [dist, dataDir, path.join(root, 'dist'), path.join(root, 'var')],
      next: (request, response) => own(request, response),
      isBuilt: async (name) => (await app.release()).has(name),
      onPageChange: previewBuild.changed,
      onStudioChange: () => ready && void studio?.build(),
      onSettingsChange: () => log.warn(NOT_YET_READ),
    })
    devSite = opened
    parts.streams.defer(() => opened.close())
    listener = opened.listener
  }

  try {
    const again = { hasPages, pauseMs: OPEN_AGAIN_MS, log, signal: stopping.signal }
    await attempt(ownDist, again)
    await attempt(parts.open, again)
    // A lake that can't be opened logs why, and goes on trying.
    await parts.lake()?.opening
    await (dev ? serveDrafts() : publishOrServe(parts, hasPages))
  } catch (error) {
    await stop()
    if (signal.aborted) return undefined
    throw error
  }
  ready = true
  void studio?.build()
  return { url, stop }
}

/**
 * Loads what the pages of an earlier start can do without: more than half of all modules. The thread is held while it
 * loads, so it does so in pieces, and answers in between.
 */
async function loadPrograms(hasPages: () => Promise<boolean>) {
  // Read now, they are there for the first who asks.
  await hasPages().catch(() => false)
  for (const load of PIECES) {
    await pause(BETWEEN_MS)
    await load()
  }
  const [{ createApp }, { createParts }] = await Promise.all([import('./http/app.ts'), import('./parts.ts')])
  return { createApp, createParts }
}

/** Answers with the site's files, and with the other listener for everything else. */
function listenerOf(app: AppDeps, other: RequestListener): RequestListener {
  const { siteUrl, release } = app
  const onMissing = (missing: string) => app.missingPaths?.paths.count(missing)
  return filesFirst({ siteUrl, release, onMissing, app: other })
}

/** @throws OperationalError if the first build failed, at what nobody can mend here, and no earlier one is there */
async function publishOrServe(parts: Parts, hasPages: () => Promise<boolean>): Promise<void> {
  try {
    await parts.startPublishing()
  } catch (error) {
    // Editors mend the content in the Studio of this server.
    if (isContentError(error) || (await hasPages())) return
    throw new OperationalError([messageOf(error), NO_PAGES], { cause: error })
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
