import { followDeletions, openAssetFiles, type AssetFiles } from './assets/asset-files.ts'
import { startBackgroundWork } from './background.ts'
import { approvalRule, type Approval } from './comments/approval-rule.ts'
import { openComments } from './comments/comments.ts'
import { LakeStartError } from './errors.ts'
import { RETENTION, type Retention } from './history/retention.ts'
import { createApp } from './http/app.ts'
import type { Provider } from './http/auth-routes.ts'
import { createGuard, type Sender } from './http/guard.ts'
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

/** Plain data: a lake may be opened in another thread. */
export interface LakeOptions {
  /** Holds `lake.db`, `comments.db` and `assets/`. Take its lock (`acquireLock`) first. */
  dataDir: string
  /** Holds `data.ndjson` and its `images/`; read when the database is new, which starts empty without one. */
  seedDir?: string | undefined
  /** Needed to write and to read. Give one whenever strangers can reach the server. */
  token?: string | undefined
  /** Whether strangers may read what is published, where there is a token. */
  publicReads?: boolean | undefined
  /** Where the lake may be reached, besides the loopback address: `https://example.org`. */
  origins?: readonly string[] | undefined
  /** Types of documents that administrators alone write; none unless said otherwise. */
  administered?: readonly string[] | undefined
  /** Ways to sign in besides the token, which the server in front has. */
  providers?: readonly Provider[] | undefined
  /** Whom to tell of what is published, unpublished and deleted. */
  webhooks?: readonly Webhook[] | undefined
  /** Whom to tell of comments. */
  commentWebhooks?: readonly Webhook[] | undefined
  /** Whether people publish only what somebody approved; they need nobody's approval without it. */
  requireApproval?: Approval | undefined
  /** Whom to ask what a release would break; every release goes live without one. */
  releaseChecker?: ReleaseChecker | undefined
  /** How much history is kept; 90 days and 1000 states of a document unless said otherwise. */
  retention?: Partial<Retention> | undefined
  /**
   * Whether it works by itself, too: tells webhooks, publishes releases that are due, removes old history. It does
   * unless said otherwise; a command that only reads or writes content leaves that to the server, whose settings say
   * how.
   */
  backgroundWork?: boolean | undefined
  /** How long a query may take, in ms; 5000 unless said otherwise, and 1000 at most without a token. */
  queryDeadlineMs?: number | undefined
  /** How many may listen at a time; 20 of one address without a token and 1000 in all unless said otherwise. */
  listeners?: Partial<ListenerLimits> | undefined
}

const MIN_TOKEN_LENGTH = 16

export interface Lake {
  /** Answers a request; `sender` is who makes it, where a server knows more than the request says. */
  fetch: (request: Request, sender?: Sender) => Promise<Response>
  /** Tells where the calls of a webhook or of the checker go, where that is known later than the lake is opened. */
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
