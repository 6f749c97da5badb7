import { availableParallelism } from 'node:os'
import { createLimiter } from './queues.ts'
import type { AnswerReader } from './unread-answers.ts'

/** Keeps room for editors and the publisher: anybody may ask for pictures that are not made yet. */
export interface PictureQueue {
  /** Makes a picture when its turn comes. @throws LakeError 503 where too many wait already */
  make: <Made>(reader: AnswerReader, work: () => Promise<Made>) => Promise<Made>
}

/** Pictures made at a time; one processor stays free for everything else, where there are two. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** A browser asks for all pictures of a page at once, and for none a second time: those of several pages may wait. */
const MAX_WAITING = 500
/** As many as one address may leave unread. */
const MAX_STRANGERS_WAITING = 60

export function createPictureQueue(): PictureQueue {
  const all = createLimiter(AT_ONCE, MAX_WAITING)
  // One of theirs at a time stands in the queue of all.
  const strangers = createLimiter(1, MAX_STRANGERS_WAITING)
  return {
    make: ({ isTrusted }, work) => (isTrusted ? all.run(work) : strangers.run(() => all.run(work))),
  }
}
