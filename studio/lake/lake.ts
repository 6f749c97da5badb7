import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { openAssetFiles, type AssetFiles } from './assets/asset-files.ts'
import { followDeletions } from './assets/follow-deletions.ts'
import { LakeStartError } from './fault.ts'
import { keepHistoryBounded, RETENTION, type Retention } from './history/retention.ts'
import { createApp } from './http/app.ts'
import { createGuard } from './http/guard.ts'
import { createBus } from './listen/bus.ts'
import { createEventStreams } from './listen/event-stream.ts'
import { createSockets } from './listen/sockets.ts'
import { createCommitter } from './mutate/commit.ts'
import { plantSeed } from './seed.ts'
import { openStore, type Store } from './store/store.ts'
import { startCourier } from './webhooks/courier.ts'
import type { Webhook } from './webhooks/webhook.ts'

export type LakeOptions = {
  /** Holds `lake.db` and `assets/`. Take its lock (`acquireLock`) first. */
  dataDir: string
  /** Holds `data.ndjson` and its `images/`; read when the database is new. */
  seedDir: string
  /** Needed to write and to read drafts. Give one whenever the server listens on more than the loopback address. */
  token?: string | undefined
  /** Where the lake may be reached, besides the loopback address: `https://example.org`. */
  origins?: readonly string[] | undefined
  /** Whom to tell of what is published, unpublished and deleted. */
  webhooks?: readonly Webhook[] | undefined
  /** How much history is kept; 90 days and 1000 states of a document unless said otherwise. */
  retention?: Partial<Retention> | undefined
}

const MIN_TOKEN_LENGTH = 16

export type Lake = {
  fetch: (request: Request) => Promise<Response>
  /** Takes over a WebSocket request that is the lake's; false leaves the socket to the caller. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  close: () => Promise<void>
}

const OWN_PATH = /^\/(?:v(?:1|X|\d{4}-\d{2}-\d{2})|images|files|mux)(?:\/|$)/

/** Whether a path is one the lake answers, so that a server knows what to hand over. */
export function isLakePath(path: string): boolean {
  return OWN_PATH.test(path)
}

/**
 * Opens the content lake: Sanity's HTTP API for project `local`, dataset `production`, on one folder.
 * @throws LakeStartError, a sentence for whoever started it, when folder, database or seed can't be used.
 */
export async function openLake(options: LakeOptions): Promise<Lake> {
  const { dataDir, seedDir, token } = options
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    throw new LakeStartError(
      `The content lake's token is too easy to guess. Use ${MIN_TOKEN_LENGTH} characters or more.`,
    )
  }
  const store = openStore(dataDir)
  try {
    const files = openAssetFiles(dataDir)
    if (store.isNew()) await plantSeed(seedDir, store, files)
    return start(store, files, options)
  } catch (error) {
    store.close()
    throw error
  }
}

function start(store: Store, files: AssetFiles, options: LakeOptions): Lake {
  const webhooks = options.webhooks ?? []
  const courier = startCourier(store.outbox, webhooks, store.corpus.view('published').get)
  const origins = options.origins ?? []
  const guard = createGuard({ token: options.token, hosts: origins.map((origin) => new URL(origin).host) })
  const bus = createBus()
  const streams = createEventStreams()
  const committer = createCommitter(store, bus, webhooks)
  const app = createApp({ store, files, committer, bus, streams, guard, origins })
  const fetch = async (request: Request): Promise<Response> => app.fetch(request)
  const sockets = createSockets(guard, fetch)
  bus.subscribe(courier.wake)
  bus.subscribe(followDeletions(store.corpus, files))
  const stopPruning = keepHistoryBounded(store.database, { ...RETENTION, ...options.retention })
  return {
    fetch,
    upgrade: sockets.upgrade,
    close: async () => {
      stopPruning()
      streams.close()
      sockets.close()
      await courier.stop()
      store.close()
    },
  }
}
