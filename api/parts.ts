import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppDeps } from './http/app.ts'
import type { Lock } from './claim.ts'
import type { Env } from './env.ts'
import { openForms } from './forms/forms.ts'
import type { Log } from './log.ts'
import { openSite } from './publishing/open-site.ts'
import { openPreview } from './previews/open-previews.ts'
import { editorsOf, openPublishing, webhookFor } from './publishing/publishing.ts'
import type { LakeWebhook, Publishing } from './publishing/publishing.ts'
import type { Caller } from './http/client-address.ts'

/** The content lake as this server sees it. */
export interface Lake {
  /** What came of its first start: a sentence when it could not be opened. It goes on trying. */
  opening: Promise<string | undefined>
  fetch(request: Request, sender: Caller): Promise<Response>
  setWebhookUrl(name: string, url: string): void
  isSocketPath(target: string): boolean
  /** Takes over an upgrade to one of its sockets. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, sender: Caller): void
  close(): Promise<void>
}

/** Who may reach the lake, where besides the loopback address, how long it remembers, and whom it tells of publishes. */
interface LakeAccess {
  token: string | undefined
  publicReads: boolean
  origins: string[]
  retention: { days: number }
  webhooks: LakeWebhook[]
}

export interface PartsOptions {
  env: Env
  dev: boolean
  log: Log
  dataDir: string
  /** The folder with `site`, `server` and `preview`. */
  dist: string
  /** Where this server answers. */
  url: string
  /** Takes the data folder. Throws with a sentence while it can't. */
  takeFolder: () => Lock & { ok: true }
  /** Opens the local content lake; not called where the content is hosted. */
  openLake: (dataDir: string, access: LakeAccess, onFault: (sentence: string) => void) => Lake
  /** Is called with what the app has more now. */
  show: (parts: Partial<AppDeps>) => void
}

type Closer = () => Promise<void> | void

/** What of a server is opened on its data folder. */
export interface Parts {
  /** Opens what is not open yet. Throws with a sentence at the first part that can't be. */
  open: () => Promise<void>
  lake: () => Lake | undefined
  /** Begins to publish, now or as soon as that part is open. */
  startPublishing(): Promise<void>
  /** Ends what keeps connections open. */
  closeStreams(): Promise<void>
  /** Closes what requests needed, and gives the folder back. */
  closeStores(): Promise<void>
}

/** Parts stay open once they are: one that can't be opened takes none of the others with it. */
export function createParts(options: PartsOptions): Parts {
  const { env, dev, log, dataDir, dist, url, show } = options
  const webhook = dev ? undefined : webhookFor(env)
  const siteEnv = { LAKE_URL: url, SITE_URL: env.SITE_URL ?? url }
  const onDeath = (sentence: string): void => log.warn(sentence)
  const site = openSite({ dist, env: siteEnv, onDeath })
  const streams: Closer[] = []
  const stores: Closer[] = [() => site.close()]
  let lake: Lake | undefined
  let publishing: Publishing | undefined
  let isPublishing = false

  function openLake(): Lake {
    const access = {
      token: env.LAKE_TOKEN,
      publicReads: env.LAKE_PUBLIC_READS === 'on',
      origins: env.SITE_URL === undefined ? [] : [env.SITE_URL],
      retention: { days: env.HISTORY_DAYS },
      webhooks: webhook ? [webhook] : [],
    }
    const opened = options.openLake(dataDir, access, (sentence) => log.error(sentence))
    streams.push(() => opened.close())
    show({ lake: opened })
    return opened
  }

  async function startPublishing(): Promise<void> {
    isPublishing = true
    if (!publishing) return
    if (webhook) lake?.setWebhookUrl(webhook.name, `${url}/api/rebuild`)
    await publishing.start()
  }

  /** In the order in which they need each other; each is opened once. */
  const openers: (() => Promise<void> | void)[] = [
    () => {
      const lock = options.takeFolder()
      stores.push(() => lock.release())
      lock.announce(url)
    },
    () => {
      const forms = openForms(env, dataDir, log)
      stores.unshift(() => forms.close())
      show({ forms })
    },
    () => {
      if (env.SANITY_PROJECT_ID === undefined) lake = openLake()
    },
    () => {
      const preview = openPreview({ env, dist, dataDir, url, site, log, checkEditor: editorsOf(env, lake) })
      streams.unshift(() => preview.close())
      show({ preview })
    },
    async () => {
      if (dev) return
      const origin = siteEnv.SITE_URL
      const opened = openPublishing(env, { dataDir, dist, url, origin, site, lake, webhook, log })
      publishing = opened
      streams.unshift(() => opened.stop())
      stores.unshift(() => opened.close())
      show({ publishing: opened })
      if (isPublishing) await startPublishing()
    },
  ]

  return {
    open: async () => {
      for (let opener = openers[0]; opener; opener = openers[0]) {
        await opener()
        openers.shift()
      }
    },
    lake: () => lake,
    startPublishing,
    closeStreams: async () => {
      for (const close of streams) await close()
    },
    closeStores: async () => {
      for (const close of stores) await close()
    },
  }
}
