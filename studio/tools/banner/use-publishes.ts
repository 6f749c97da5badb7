import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { usePolled } from '../use-answer.ts'

const EVERY_MS = 4_000

/** What keeps the site from being as it was published. A server that is away says nothing new. */
export function usePublishes(): PublishesAnswer | undefined {
  return usePolled<PublishesAnswer>('/publishes', { everyMs: EVERY_MS }).answer
}
