import type { Kysely } from 'kysely'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { OperationalError } from '../contract/operational-error.ts'
import { ProblemError } from '../contract/problem.ts'
import { tooManyReads } from '../contract/problems.ts'
import { bringSubmissions } from './copy-submissions.ts'
import { readFault } from './database/faults.ts'
import { QueueFull, TooLate, groupCommit, within } from './database/group-commit.ts'
import { openPostgres } from './database/open-postgres.ts'
import { sqliteThread } from './database/sqlite-thread.ts'
import type { Call, OperationName } from './operations.ts'
import type { Post, PostOutcome } from './submissions/posts.ts'
import type { Tables } from './tables/schema.ts'

/** The store of submissions. */
export interface Store {
  /** Whether other processes deliver from the same store. */
  isShared: boolean
  /** Resolves once the post is on disk. `busy` stored nothing, `failed` may have: a repeat is safe. */
  submit(post: Post): Promise<PostOutcome | 'busy' | 'failed'>
  /** Runs an operation. Rejects with an OperationalError if the database does not answer, or takes too long. */
  call: Call
  /** How many posts wait for the disk. */
  waiting(): number
  /** Waits for pending commits, then closes. */
  close(): Promise<void>
}

export interface StoreOptions {
  dataDir: string
  databaseUrl: string | undefined
  /** Called once when the database begins to fail, and once, with undefined, when it works again. */
  onFault: (message: string | undefined) => void
  /** Called for each post or question that failed by itself, on a database that works. */
  onRefusal?: (message: string) => void
  /**
   * Given by the server only: submissions in its folder are then copied into a PostgreSQL that has none. Called once,
   * with what became of them.
   */
  onBrought?: (message: string) => void
  /** How SQLite syncs. FULL keeps the promise of a 2xx; less is for the test that shows why. */
  synchronous: 'full' | 'normal'
}

/** A batch of this size is written in a few ms; the queue holds what a slow disk takes in a few seconds. */
const LIMITS = { maxBatch: 256, maxWaiting: 4_096, timeoutMs: 10_000 }

/** How long a read of editors may take, in ms: the first starts a thread, which a busy machine lets wait for seconds. */
const READ_MS = 30_000

/** Reads of editors. They may go through all rows, and no post may wait for them. */
const EDITOR_READS = new Set<OperationName>([
  'waitlistPage',
  'contactPage',
  'searchSubmissions',
  'submissionStory',
  'submissionNews',
  'countSubmissions',
  'countWindows',
  'auditLines',
])

/** Connections to PostgreSQL for the reads of editors. */
const READERS = 2
/** With more of them, the last would wait for longer than anybody does. */
const MAX_READS = 20

/** Calls that a request waits for: for them, a database that hangs has failed. */
const WITH_DEADLINE = new Set<OperationName>([
  'fingerprintOf',
  'submissionTotals',
  'secret',
  'countRequest',
  'sessionPerson',
  'personByEmail',
  'people',
  'ping',
  'outboxStats',
])

/** Opens the store without touching it: a database that fails now is tried again at each use. */
export function openStore({
  dataDir,
  databaseUrl,
  onFault,
  onRefusal = () => undefined,
  onBrought,
  synchronous,
}: StoreOptions): Store {
  const file = path.join(dataDir, DATA_FILES.submissions)
  const place = databaseUrl === undefined ? file : 'DATABASE_URL'
  const database =
    databaseUrl === undefined
      ? sqliteThread({ file, synchronous })
      : openPostgres(databaseUrl, { prepare: bring })
  // SQLite can read beside its one writer. The thread or the connections start with the first read.
  const reading =
    databaseUrl === undefined
      ? sqliteThread({ file, synchronous })
      : openPostgres(databaseUrl, { most: READERS })
  const read = boundedReads(reading.call, (error) => {
    onRefusal(readFault(error, place).message)
    return expected(error, place)
  })
  let fault: string | undefined

  async function bring(db: Kysely<Tables>): Promise<void> {
    const message = onBrought && (await bringSubmissions(dataDir, db))
    if (message !== undefined) onBrought?.(message)
  }

  function note(message: string | undefined): void {
    if (message === fault) return
    fault = message
    onFault(message)
  }

  function noteFailure(error: unknown, isBatch = false): void {
    const { message, environmental } = readFault(error, place)
    if (environmental) note(message)
    // The posts of a batch are tried again one by one.
    else if (!isBatch) onRefusal(message)
  }

  const call: Call = async (name, ...args) => {
    if (EDITOR_READS.has(name)) return read(name, ...args)
    try {
      const answer = database.call(name, ...args)
      const value = await (WITH_DEADLINE.has(name) ? within(LIMITS.timeoutMs, answer) : answer)
      // A write that needs no room proves nothing of posts, which do.
      if (name === 'ping' && fault !== undefined)
        await within(LIMITS.timeoutMs, database.call('tryPosts', Date.now()))
      // Reading may work where writing does not, so only a write proves that the fault is gone.
      if (name === 'writePosts' || name === 'ping') note(undefined)
      return value
    } catch (error) {
      noteFailure(error, Array.isArray(args[0]) && args[0].length > 1)
      throw expected(error, place)
    }
  }

  const commits = groupCommit<Post, PostOutcome>({
    ...LIMITS,
    write: (posts) => call('writePosts', posts),
    isEnvironmental: (error) => readFault(error, place).environmental,
  })

  async function submit(post: Post): Promise<PostOutcome | 'busy' | 'failed'> {
    return commits.submit(post).catch((error: unknown) => {
      if (error instanceof QueueFull) return 'busy'
      if (error instanceof TooLate) noteFailure(error)
      return 'failed'
    })
  }

  async function close(): Promise<void> {
    await commits.settled()
    await reading.close()
    await database.close()
  }
  return { isShared: databaseUrl !== undefined, submit, call, waiting: commits.waiting, close }
}

/**
 * Limits the number and time of editors' reads. A read that fails or is slow is no sign of a failing store.
 * @param onFailure returns what to throw
 */
function boundedReads(call: Call, onFailure: (error: unknown) => unknown): Call {
  let underWay = 0
  return async (name, ...args) => {
    if (underWay >= MAX_READS) throw new ProblemError(tooManyReads)
    underWay += 1
    const answer = call(name, ...args).finally(() => (underWay -= 1))
    try {
      return await within(READ_MS, answer)
    } catch (error) {
      throw onFailure(error)
    }
  }
}

/** A failure of the environment is expected. A TypeError is a defect, as no database throws it. */
function expected(error: unknown, place: string): unknown {
  const { message, environmental } = readFault(error, place)
  if (!environmental || error instanceof TypeError) return error
  return new OperationalError(message, { cause: error })
}
