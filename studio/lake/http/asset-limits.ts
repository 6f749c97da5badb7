import { availableParallelism } from 'node:os'
import { LakeError } from '../errors.ts'
import { createLimiter } from './queues.ts'

/** Who asks for a file. */
export interface AssetReader {
  address: string
  isTrusted: boolean
}

/** Keeps room for editors and the publisher: anybody may ask for files, for several at once, and not read them. */
export interface AssetLimits {
  /** Makes a picture when its turn comes. @throws LakeError 503 where too many wait already */
  make: <Made>(reader: AssetReader, work: () => Promise<Made>) => Promise<Made>
  /**
   * The same body, which counts until it is read or left.
   * @param held bytes that stay in memory until then
   * @throws LakeError 429 or 503 where too many are unread
   */
  count: (reader: AssetReader, body: ReadableStream<Uint8Array>, held: number) => ReadableStream<Uint8Array>
}

/** Pictures made at a time; one processor stays free for everything else, where there are two. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const WAITING = 12
/** Answers that one address may leave unread without a token; a whole office may share it. */
const MOST_OF_ADDRESS = 60
/** And all of those together: a quarter of what the lake answers at a time. */
const MOST_OF_STRANGERS = 500
/** What those may keep in memory, in bytes. One more may be begun below it. */
const MOST_HELD = 64 * 1024 * 1024
const RETRY_S = 5

export function createAssetLimits(): AssetLimits {
  const all = createLimiter(AT_ONCE, WAITING)
  // One of theirs at a time stands in the queue of all.
  const strangers = createLimiter(1, WAITING)
  const unread = new Map<string, number>()
  let [unreadInAll, heldInAll] = [0, 0]

  function change(address: string, held: number, by: 1 | -1): void {
    unreadInAll += by
    heldInAll += by * held
    const own = (unread.get(address) ?? 0) + by
    if (own === 0) unread.delete(address)
    else unread.set(address, own)
  }

  return {
    make: ({ isTrusted }, work) => (isTrusted ? all.run(work) : strangers.run(() => all.run(work))),
    count: ({ address, isTrusted }, body, held) => {
      if (isTrusted) return body
      if ((unread.get(address) ?? 0) >= MOST_OF_ADDRESS)
        throw tooMany(429, `You have ${MOST_OF_ADDRESS} files under way already. Read some of them first.`)
      if (unreadInAll >= MOST_OF_STRANGERS || heldInAll > MOST_HELD)
        throw tooMany(503, 'Too many files are under way already. Try again in a moment.')
      change(address, held, 1)
      return untilRead(body, () => change(address, held, -1))
    },
  }
}

/** @param leave is called once: at the end, at an error, or when the reader leaves */
function untilRead(body: ReadableStream<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  // Also settles where nothing was ever read.
  void reader.closed.catch(() => undefined).finally(leave)
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { value, done } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function tooMany(status: 429 | 503, description: string): LakeError {
  return new LakeError(status, 'tooManyRequests', description, { retryAfter: RETRY_S })
}
