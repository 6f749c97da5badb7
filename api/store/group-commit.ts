/** Thrown to a post that was refused because too many wait already. Nothing of it was stored. */
export class QueueFull extends Error {}

export interface GroupCommitOptions<P, O> {
  /** Writes all or nothing; one outcome for each post, in order. */
  write: (posts: P[]) => Promise<O[]>
  /** Whether an error would meet any batch. Others may be one post's fault, so the rest is tried without it. */
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
 * Shares one commit between all posts that arrive while another commit is under way: a disk syncs a few
 * hundred times a second, however many posts there are. A post on its own is written at once.
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
      const timer = setTimeout(() => {
        // What is late may be stored all the same.
        const late = new Error('The write took too long.')
        for (const { reject } of [...batch, ...queue.splice(0)]) reject(late)
      }, timeoutMs)
      await writeBatch(batch)
      clearTimeout(timer)
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
