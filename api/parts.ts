import type { Lock } from './claim.ts'
import { createContentHealth } from './content-health.ts'
import { messageOf } from './contract/operational-error.ts'
import type { CheckEditor } from './editors/editors.ts'
import type { Env } from './env-schema.ts'
import { openForms, type Forms } from './forms/open-forms.ts'
import type { AppDeps } from './http/app.ts'
import { createMissingPaths } from './http/missing-paths.ts'
import { accessOf, contentElsewhere, noticingEdits, type Lake, type LakeAccess } from './lake.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { mentionWebhook } from './people/mentions.ts'
import { hasPeople, openPeople, type OpenPeople } from './people/open-people.ts'
import { openPreviews } from './previews/open-previews.ts'
import { releaseChecker, type CheckRelease } from './publishing/check-route.ts'
import {
  editorsOf,
  openPublishing,
  webhookFor,
  type ConfiguredPublishing,
  type LakeWebhook,
} from './publishing/open-publishing.ts'
import { openRenderers } from './publishing/open-renderers.ts'
import type { Renderers } from './publishing/renderer.ts'
import type { Database } from './store/database/database.ts'
import { sharedDatabase } from './store/database/shared-database.ts'
import { missingPathStore, openMissingPathFile } from './store/missing-paths.ts'
import { openPublishFile } from './store/publishing/publish-store.ts'
import { openPreviewFile } from './store/shares.ts'
import type { SharedTables } from './store/tables/shared-schema.ts'

export interface PartsOptions {
  env: Env
  dev: boolean
  log: Log
  metrics: Metrics
  dataDir: string
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  /** Where this server answers. */
  url: string
  /** Takes the data folder. @throws OperationalError while it can't */
  takeDataDir: () => Lock
  /** Opens the local content lake; not called where the content is hosted. */
  openLake: (dataDir: string, access: LakeAccess, onFault: (message: string) => void) => Lake
  /**
   * Brings pages and programs to this version of the code: at the start, or while developing when a preview needs them.
   * @throws ContentError if no site can be made
   */
  build: () => Promise<void>
  /** Renders a content release from the sources, where nothing is published that could check it (`npm run dev`). */
  checkRelease: CheckRelease
  /** Called with what the app has more now. */
  show: (parts: Partial<AppDeps>) => void
}

/** The parts of a server that need its data folder. */
export interface Parts {
  /** Opens what is not open yet. @throws OperationalError of the first part that can't be opened now */
  open: () => Promise<void>
  lake: () => Lake | undefined
  /** Begins to publish, now or as soon as that part is open. @throws what the first build failed at */
  startPublishing(): Promise<void>
  /** What keeps connections open: it is closed first, or they would never end. */
  streams: AsyncDisposableStack
  /** What requests need, and last the folders: it is closed once no request is under way. */
  stores: AsyncDisposableStack
}

/** What a part needs to be opened, the parts before it included. */
interface Work extends PartsOptions {
  streams: AsyncDisposableStack
  stores: AsyncDisposableStack
  renderers: Renderers
  webhook: LakeWebhook | undefined
  /** Where editors reach this server. */
  origin: string
  /** The database of all nodes, where there is one. */
  shared: Database<SharedTables> | undefined
  /** Known once the content is there; one for all, as it remembers whom it asked about. */
  checkEditor: CheckEditor
  opened: { forms?: Forms; people?: OpenPeople; lake?: Lake; publishing?: ConfiguredPublishing }
}

/** In the order in which they need each other. */
const OPENERS: readonly ((work: Work) => Promise<void> | void)[] = [
  takeDataFolder,
  openSubmissions,
  openSignIn,
  openContent,
  ({ show, checkEditor }) => show({ readers: { checkEditor } }),
  openDrafts,
  openCounts,
  openPublishes,
]

/**
 * Opens the parts one after the other, each of them once. Those that are open stay open if the next one can't be
 * opened. They are closed in the opposite order.
 */
export function createParts(options: PartsOptions): Parts {
  const { env, metrics, dataDir, dist, url, log } = options
  const origin = env.SITE_URL ?? url
  const streams = new AsyncDisposableStack()
  const stores = new AsyncDisposableStack()
  const renderers = openRenderers({
    dist,
    env: { LAKE_URL: env.LAKE_URL ?? url, SITE_URL: origin },
    onDeath: (message) => {
      metrics.restart('renderer')
      log.warn(message)
    },
  })
  const { DATABASE_URL } = env
  const shared = DATABASE_URL === undefined ? undefined : keep(stores, sharedDatabase(DATABASE_URL, dataDir))
  const opened: Work['opened'] = {}
  let editors: CheckEditor | undefined
  const checkEditor: CheckEditor = (...asked) => (editors ??= editorsOf(env, opened.lake))(...asked)
  const webhook = webhookFor(env)
  const work: Work = { ...options, streams, stores, renderers, webhook, origin, shared, checkEditor, opened }
  const toOpen = [...OPENERS]
  let isPublishing = false

  async function startPublishing(): Promise<void> {
    isPublishing = true
    if (!opened.publishing) return
    if (webhook) callAt(work, { name: webhook.name, path: '/api/rebuild' })
    callAt(work, releaseChecker)
    callAt(work, mentionWebhook)
    await opened.publishing.start()
  }

  return {
    open: async () => {
      // A part that fails stays first in line: the next call begins with it.
      while (toOpen.length > 0) {
        await toOpen[0]?.(work)
        toOpen.shift()
      }
      options.show({ areOpen: true })
      // The publish loop says what the build failed at.
      if (isPublishing) void startPublishing().catch(() => undefined)
    },
    lake: () => opened.lake,
    startPublishing,
    streams,
    stores,
  }
}

function keep<Tables>(stores: AsyncDisposableStack, database: Database<Tables>): Database<Tables> {
  stores.defer(() => database.close())
  return database
}

/** Tells the local lake where one of its calls goes. */
function callAt({ opened, url }: Work, { name, path }: { name: string; path: string }): void {
  opened.lake?.setWebhookUrl(name, url + path)
}

function takeDataFolder({ takeDataDir, url, stores, renderers }: Work): void {
  const lock = stores.adopt(takeDataDir(), (taken) => taken.release())
  lock.announce(url)
  // The renderer's thread starts with the first call to it.
  stores.defer(() => renderers.close())
}

function openSubmissions({ env, dataDir, log, metrics, stores, opened, show }: Work): void {
  const forms = stores.adopt(openForms(env, { dataDir, log, metrics }), (one) => one.close())
  opened.forms = forms
  show({ forms })
}

function openSignIn({ env, log, origin, stores, opened, show }: Work): void {
  if (!opened.forms || !hasPeople(env)) return
  const { call } = opened.forms
  const people = stores.adopt(openPeople(env, { call, origin, log }), (one) => one.close())
  opened.people = people
  show({ people })
}

function openContent(work: Work): void {
  const { env, dev, dataDir, log, metrics, webhook, streams, renderers, opened, show } = work
  if (env.SANITY_PROJECT_ID !== undefined) return show({ hasLake: false })
  if (env.LAKE_URL !== undefined) return show({ lake: contentElsewhere })
  const onFault = (message: string): void => {
    metrics.restart('lake')
    log.error(message)
  }
  const lake = streams.adopt(work.openLake(dataDir, accessOf(env, webhook, dev), onFault), (one) =>
    one.close(),
  )
  // An edit is soon followed by a publish: the renderer is started now.
  opened.lake = noticingEdits(opened.people?.identify(lake) ?? lake, () => {
    if (!renderers.keepAwake()) opened.publishing?.expectPublish()
  })
  return show({ lake: opened.lake, content: createContentHealth(dataDir) })
}

function openDrafts(work: Work): void {
  const database = work.shared ?? keep(work.stores, openPreviewFile(work.dataDir))
  const fetchRelease = async (id: string) => work.opened.publishing?.fetchRelease(id)
  const renderers = work.dev ? builtFirst(work) : work.renderers
  const preview = openPreviews({ ...work, renderers, database, fetchRelease })
  work.streams.defer(() => preview.close())
  work.show({ preview })
}

/** While developing, pages come from their sources, and only previews need what is built. */
function builtFirst({ renderers, build }: Work): Renderers {
  return { ...renderers, current: async () => build().then(renderers.current) }
}

/** Counts what visitors ask for in vain. */
function openCounts({ dev, dataDir, log, stores, shared, checkEditor, show }: Work): void {
  if (dev) return
  const database =
    shared ??
    keep(
      stores,
      openMissingPathFile(dataDir, (message) => log.error(message)),
    )
  const paths = createMissingPaths(missingPathStore(database), (error) =>
    log.warn(`What visitors ask for in vain could not be counted: ${messageOf(error)}`),
  )
  stores.defer(() => paths.close())
  show({ missingPaths: { paths, checkEditor } })
}

function openPublishes(work: Work): void {
  const { dataDir, log, webhook, shared, stores, streams, opened, show } = work
  if (work.dev) {
    show({ releaseCheck: { check: work.checkRelease, secret: webhook?.secret } })
    callAt(work, releaseChecker)
    return
  }
  const onNew = (message: string): void => log.warn({ message }, 'A store was made anew.')
  const database = shared ?? keep(stores, openPublishFile(dataDir, onNew))
  const publishing = openPublishing({ ...work, database, lake: opened.lake })
  opened.publishing = publishing
  streams.defer(() => publishing.stop())
  show({ publishing, releaseCheck: { check: publishing.checkRelease, secret: publishing.secret } })
}
