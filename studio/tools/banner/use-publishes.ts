import type { PublishesAnswer } from '../../../api/contract/publishing.ts'
import { isDevelopment } from '../development.ts'
import { usePolled } from '../use-answer.ts'

const EVERY_MS = 4_000

/** Why the site is not as it was published. While the server is away, the last answer stands. */
export function usePublishes(): PublishesAnswer | undefined {
  return usePolled<PublishesAnswer>('/publishes', { everyMs: EVERY_MS, isPaused: isDevelopment }).answer
}
