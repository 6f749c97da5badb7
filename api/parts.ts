import type { Lock } from './claim.ts'
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
} from './publishing/open-publishing.ts'
import { openRenderers } from './publishing/open-renderers.ts'
import type { Database } from './store/database/database.ts'
import { sharedDatabase } from './store/database/shared-database.ts'
import { missingPathStore, openMissingPathFile } from './store/missing-paths.ts'
import { openPublishFile } from './store/publishing/publish-store.ts'
import { openPreviewFile } from './store/shares.ts'

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
  /** Brings pages and programs to this version of the code. @throws ContentError where no site can be made */
  build: () => Promise<void>
  /** Renders a content release from the sources, where nothing is published that could check it (`npm run dev`). */
  checkRelease: CheckRelease
  /** Is called with what the app has more now. */
  show: (parts: Partial<AppDeps>) => void
}

/** What of a server is opened on its data folder. */
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

/**
 * The parts in the order in which they need each other. Each is opened once, and what is open stays so: one that
 * can't be opened takes none of the others with it. They are closed in the opposite order.
 */
export function createParts(options: PartsOptions): Parts {
  const { env, dev, log, metrics, dataDir, dist, url, show } = options
  const origin = env.SITE_URL ?? url
  const webhook = webhookFor(env)
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
  const shared = env.DATABASE_URL === undefined ? undefined : keep(sharedDatabase(env.DATABASE_URL, dataDir))
  let lake: Lake | undefined
  let publishing: ConfiguredPublishing | undefined
  let isPublishing = false
  let forms: Forms | undefined
  let people: OpenPeople | undefined
  let editors: CheckEditor | undefined
  /** Known once the content is there; one for all, as it remembers whom it asked about. */
  const checkEditor: CheckEditor = (...asked) => (editors ??= editorsOf(env, lake))(...asked)

  function keep<Tables>(database: Database<Tables>): Database<Tables> {
    stores.defer(() => database.close())
    return database
  }

  /** Tells the local lake where one of its calls goes. */
  function callAt({ name, path }: { name: string; path: string }): void {
    lake?.setWebhookUrl(name, url + path)
  }

  const openers: (() => Promise<void> | void)[] = [
    function dataFolder() {
      const lock = stores.adopt(options.takeDataDir(), (taken) => taken.release())
      lock.announce(url)
      // Its thread starts when it is first asked.
      stores.defer(() => renderers.close())
    },
    function submissions() {
      forms = stores.adopt(openForms(env, { dataDir, log, metrics }), (opened) => opened.close())
      show({ forms })
    },
    function whoEdits() {
      if (!forms || !hasPeople(env)) return
      people = stores.adopt(openPeople(env, { call: forms.call, origin, log }), (opened) => opened.close())
      show({ people })
    },
    function content() {
      if (env.SANITY_PROJECT_ID !== undefined) {
        show({ hasLake: false })
        return
      }
      if (env.LAKE_URL !== undefined) {
        show({ lake: contentElsewhere })
        return
      }
      const opened = streams.adopt(
        options.openLake(dataDir, accessOf(env, webhook, dev), (message) => {
          metrics.restart('lake')
          log.error(message)
        }),
        (one) => one.close(),
      )
      // An edit is soon followed by a publish: the renderer is started now.
      lake = noticingEdits(people?.identify(opened) ?? opened, () => {
        if (!renderers.keepAwake()) publishing?.expectPublish()
      })
      show({ lake })
    },
    function readers() {
      show({ readers: { checkEditor } })
    },
    function previews() {
      const database = shared ?? keep(openPreviewFile(dataDir))
      const opened = openPreviews({
        ...options,
        database,
        renderers,
        checkEditor,
        fetchRelease: async (id) => publishing?.fetchRelease(id),
      })
      streams.defer(() => opened.close())
      show({ preview: opened })
    },
    function missingPaths() {
      if (dev) return
      const store = missingPathStore(
        shared ?? keep(openMissingPathFile(dataDir, (message) => log.error(message))),
      )
      const paths = createMissingPaths(store, (error) =>
        log.warn(`What visitors ask for in vain could not be counted: ${messageOf(error)}`),
      )
      stores.defer(() => paths.close())
      show({ missingPaths: { paths, checkEditor } })
    },
    async function publishes() {
      if (dev) {
        show({ releaseCheck: { check: options.checkRelease, secret: webhook?.secret } })
        callAt(releaseChecker)
        return
      }
      const database =
        shared ?? keep(openPublishFile(dataDir, (message) => log.warn({ message }, 'A store was made anew.')))
      const opened = openPublishing({
        ...options,
        database,
        shared,
        origin,
        renderers,
        lake,
        checkEditor,
        webhook,
      })
      publishing = opened
      streams.defer(() => opened.stop())
      show({ publishing: opened, releaseCheck: { check: opened.checkRelease, secret: opened.secret } })
      // What its build fails at, it says itself.
      if (isPublishing) void startPublishing().catch(() => undefined)
    },
  ]

  async function startPublishing(): Promise<void> {
    isPublishing = true
    if (!publishing) return
    if (webhook) callAt({ name: webhook.name, path: '/api/rebuild' })
    callAt(releaseChecker)
    callAt(mentionWebhook)
    await publishing.start()
  }

  return {
    open: async () => {
      // One that fails stays ahead: the next call begins with it.
      while (openers.length > 0) {
        await openers[0]?.()
        openers.shift()
      }
    },
    lake: () => lake,
    startPublishing,
    streams,
    stores,
  }
}
