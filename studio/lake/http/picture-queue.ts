import { availableParallelism } from 'node:os'
import type { Picture } from '../assets/transform.ts'
import { createLimiter, givenUp } from './queues.ts'
import { createStrangersLine } from './strangers-line.ts'
import type { AnswerReader } from './unread-answers.ts'

/** Makes pictures, keeping room for editors and the publisher, as anybody may ask for new ones. */
export interface PictureQueue {
  /**
   * Makes a picture once for all who ask for it, when the first of them has its turn; not at all if all have left.
   * @throws LakeError 429 or 503 where too many wait already, 408 for a reader who has left, and what `make` throws
   */
  make: (asked: AskedPicture) => Promise<Picture>
}

interface AskedPicture {
  /** The same for all who ask for the same picture. */
  key: string
  reader: AnswerReader
  /** Aborted when the reader leaves. */
  signal: AbortSignal
  make: () => Promise<Picture>
}

/** A picture that somebody waits for. */
interface Job {
  picture: Promise<Picture>
  /** Makes the picture; calls after the first do nothing. */
  begin: () => Promise<void>
  readers: number
  /** The turns taken for it: one for each address, and one for all who are trusted. */
  places: Map<string | undefined, Promise<Picture>>
  /** Gives up its turns, once it has begun or nobody waits for it. */
  placed: AbortController
}

/** Pictures made at a time: leaves one processor free, if there are two. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Must hold the pictures of several pages: a browser asks for a page's all at once, and does not retry. */
const MAX_WAITING = 500

export function createPictureQueue(): PictureQueue {
  const all = createLimiter(AT_ONCE, MAX_WAITING)
  // One of theirs at a time stands in the queue of all.
  const strangers = createStrangersLine()
  const jobs = new Map<string, Job>()

  function startJob(key: string, make: () => Promise<Picture>): Job {
    const { promise, resolve } = Promise.withResolvers<Picture>()
    const placed = new AbortController()
    async function begin(): Promise<void> {
      if (placed.signal.aborted) return
      placed.abort()
      const making = make()
      resolve(making)
      // Those who wait for it get the error.
      await making.catch(() => undefined)
      jobs.delete(key)
    }
    const job: Job = { picture: promise, begin, readers: 0, places: new Map(), placed }
    jobs.set(key, job)
    return job
  }

  function leaveJob(key: string, job: Job): void {
    job.readers -= 1
    if (job.readers > 0 || job.placed.signal.aborted) return
    job.placed.abort()
    jobs.delete(key)
  }

  function turnOf(address: string | undefined, { begin, placed: { signal } }: Job): Promise<void> {
    const among = (): Promise<void> => all.run(begin, signal)
    return address === undefined ? among() : strangers.run(address, among, signal)
  }

  /** Resolves with the picture, whoever's turn made it. */
  function placeIn(job: Job, address: string | undefined): Promise<Picture> {
    const { signal } = job.placed
    if (signal.aborted) return job.picture
    const known = job.places.get(address)
    if (known) return known
    const place = turnOf(address, job).then(
      () => job.picture,
      (error: unknown) => {
        if (signal.aborted) return job.picture
        job.places.delete(address)
        throw error
      },
    )
    job.places.set(address, place)
    return place
  }

  return {
    make: async ({ key, reader, signal, make }) => {
      if (signal.aborted) throw givenUp()
      const address = reader.isTrusted ? undefined : reader.address
      const leaveLine = address === undefined ? undefined : strangers.enter(address)
      const job = jobs.get(key) ?? startJob(key, make)
      job.readers += 1
      try {
        return await unlessLeft(placeIn(job, address), signal)
      } finally {
        leaveJob(key, job)
        leaveLine?.()
      }
    },
  }
}

/** Node keeps a request's signal for as long as anything listens to it. */
async function unlessLeft(picture: Promise<Picture>, signal: AbortSignal): Promise<Picture> {
  const left = Promise.withResolvers<never>()
  const leave = (): void => left.reject(givenUp())
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([picture, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
