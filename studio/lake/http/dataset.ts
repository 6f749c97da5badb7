import type { Bus } from '../listen/bus.ts'
import type { Committer } from '../mutate/commit.ts'
import type { Corpus } from '../store/corpus.ts'

/** What requests to one dataset are answered from. */
export interface Dataset {
  /** As in its addresses. */
  name: string
  corpus: Corpus
  committer: Committer
  bus: Bus
}
