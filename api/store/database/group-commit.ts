/** Too many posts wait already. Nothing of this one was stored. */
export class QueueFull extends Error {}

/** The database takes too long. What was written may be stored all the same. */
export class TooLate extends Error {}

/** Waits for the answer at most that long. @throws TooLate */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate('no answer in time')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

export interface GroupCommitOptions<P, O> {
  /** Writes all or nothing; one outcome for each post, in order. */
  write: (posts: P[]) => Promise<O[]>
  /** Whether every batch would meet this error. Otherwise one post may be the cause, so they are tried one by one. */
  isEnvironmental: (error: unknown) => boolean
  maxBatch: number
  maxWaiting: number
  timeoutMs: number
}

interface Waiting<P, O> {
  post: P
  resolve: (outcome: O) => void
  reject: (error: unknown) => void
}

/**
 * Shares one commit between all posts that arrive during the one before: a disk syncs only a few hundred times a
 * second. A post on its own is written at once.
 */
export function groupCommit<P, O>(options: GroupCommitOptions<P, O>) {
  const { write, isEnvironmental, maxBatch, maxWaiting, timeoutMs } = options
  const queue: Waiting<P, O>[] = []
  let writing: Promise<void> | undefined

  async function submit(post: P): Promise<O> {
    if (queue.length >= maxWaiting) throw new QueueFull('Too many posts are waiting.')
    const outcome = new Promise<O>((resolve, reject) => {
      queue.push({ post, resolve, reject })
    })
    writing ??= drain()
    return outcome
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch)
      // An interval, as posts that come while a write hangs must not wait for ever either.
      const timer = setInterval(() => {
        const late = new TooLate('no answer in time')
        for (const { reject } of [...batch, ...queue.splice(0)]) reject(late)
      }, timeoutMs)
      await writeBatch(batch)
      clearInterval(timer)
    }
    writing = undefined
  }

  async function writeBatch(batch: Waiting<P, O>[]): Promise<void> {
    try {
      const outcomes = await write(batch.map(({ post }) => post))
      for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome)
    } catch (error) {
      if (batch.length === 1 || isEnvironmental(error)) for (const { reject } of batch) reject(error)
      else for (const waiting of batch) await writeBatch([waiting])
    }
  }

  /** How many posts wait for a commit to begin. */
  const waiting = () => queue.length
  /** Resolves when nothing waits any more. */
  const settled = async () => writing
  return { submit, waiting, settled }
}
