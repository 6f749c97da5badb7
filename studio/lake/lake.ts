import { followDeletions, openAssetFiles, type AssetFiles } from './assets/asset-files.ts'
import { startBackgroundWork } from './background.ts'
import { approvalRule, type Approval } from './comments/approval-rule.ts'
import { openComments } from './comments/comments.ts'
import { LakeStartError } from './errors.ts'
import { RETENTION, type Retention } from './history/retention.ts'
import { createApp } from './http/app.ts'
import type { Provider } from './http/auth-routes.ts'
import type { Sender } from './http/caller.ts'
import { createGuard } from './http/guard.ts'
import { createBus } from './listen/bus.ts'
import { createEventStreams } from './listen/event-stream.ts'
import { createListeners, LISTENERS, type ListenerLimits } from './listen/listeners.ts'
import { administeredRule, createCommitter } from './mutate/commit.ts'
import { QUERY_DEADLINE_MS } from './query/query.ts'
import { createReleaseCheck, type ReleaseChecker } from './releases/release-check.ts'
import { plantSeed } from './seed.ts'
import { openSessions } from './sessions.ts'
import { openStore, type Store } from './store/store.ts'
import type { Webhook } from './webhooks/webhook.ts'

/** Plain data, so that a lake can be opened in another thread. */
export interface LakeOptions {
  /** Holds `lake.db`, `comments.db` and `assets/`. Take its lock (`acquireLock`) first. */
  dataDir: string
  /** Holds `data.ndjson` and `images/`, which a new database is filled from. Without one it starts empty. */
  seedDir?: string | undefined
  /** Required to write and to read. Set one whenever strangers can reach the server. */
  token?: string | undefined
  /** Whether strangers may read what is published, where there is a token. */
  publicReads?: boolean | undefined
  /** Public origins of the lake, beside the loopback address: `https://example.org`. */
  origins?: readonly string[] | undefined
  /** Document types that only administrators may write; none by default. */
  administered?: readonly string[] | undefined
  /** Ways to sign in that the server in front offers, beside the token. */
  providers?: readonly Provider[] | undefined
  /** Webhooks for what is published, unpublished and deleted. */
  webhooks?: readonly Webhook[] | undefined
  /** Webhooks for comments. */
  commentWebhooks?: readonly Webhook[] | undefined
  /** Makes people publish only what somebody approved; no approval is needed without it. */
  requireApproval?: Approval | undefined
  /** Says what a release would break. Without one, every release goes live. */
  releaseChecker?: ReleaseChecker | undefined
  /** How much history is kept; 90 days and 1000 states of a document by default. */
  retention?: Partial<Retention> | undefined
  /**
   * Whether to do background work: call webhooks, publish due releases, remove old history. True by default. A command
   * that only reads or writes content leaves this to the server, which has the settings for it.
   */
  backgroundWork?: boolean | undefined
  /** How long a query may take, in ms: 5000 by default, and at most 1000 for callers without a token. */
  queryDeadlineMs?: number | undefined
  /** How many may listen at a time: by default 1000, and 20 of an address without a token. */
  listeners?: Partial<ListenerLimits> | undefined
}

const MIN_TOKEN_LENGTH = 16

export interface Lake {
  /** Answers a request; `sender` holds what the server knows about its sender beyond the request. */
  fetch: (request: Request, sender?: Sender) => Promise<Response>
  /** Sets the address of a webhook or of the checker, if it is only known after the lake is opened. */
  setWebhookUrl: (name: string, url: string) => void
  close: () => Promise<void>
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
    if (seedDir !== undefined && store.isNew()) await plantSeed(seedDir, store, files)
    return start(store, files, options)
  } catch (error) {
    store.close()
    throw error
  }
}

function start(store: Store, files: AssetFiles, options: LakeOptions): Lake {
  const { webhooks = [], commentWebhooks = [], backgroundWork = true, retention } = options
  const origins = options.origins ?? []
  const guard = createGuard({
    token: options.token,
    publicReads: options.publicReads,
    hosts: origins.map((origin) => new URL(origin).host),
    sessions: openSessions(store.database, options.token),
  })
  const bus = createBus()
  const streams = createEventStreams(createListeners({ ...LISTENERS, ...options.listeners }))
  const queryDeadlineMs = options.queryDeadlineMs ?? QUERY_DEADLINE_MS
  const { administered = [], providers = [] } = options
  const comments = openComments(options.dataDir, store, bus, commentWebhooks)
  const committer = createCommitter(store, bus, webhooks, [
    administeredRule(store.corpus, administered),
    ...(options.requireApproval ? [approvalRule(comments.reviews, options.requireApproval)] : []),
  ])
  const check = createReleaseCheck(options.releaseChecker)
  const parts = { store, bus, committer, check, comments, webhooks, commentWebhooks, retention }
  const background = backgroundWork ? startBackgroundWork(parts) : undefined
  const app = createApp({
    store,
    files,
    content: { name: 'production', corpus: store.corpus, committer, bus },
    comments,
    check,
    streams,
    guard,
    administered,
    providers,
    origins,
    queryDeadlineMs,
    historyDays: retention?.days ?? RETENTION.days,
  })
  bus.subscribe(followDeletions(store.corpus, files))
  return {
    fetch: async (request, sender) => app.fetch(request, { sender }),
    setWebhookUrl: (name, url) => {
      background?.setWebhookUrl(name, url)
      check.setUrl(name, url)
    },
    close: async () => {
      check.close()
      await background?.stop()
      streams.close()
      comments.close()
      store.close()
    },
  }
}
