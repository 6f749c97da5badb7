import { randomBytes } from 'node:crypto'
import { isPublicId, isVersionId, type Fields, type LakeDocument } from '../document.ts'
import { messageOf } from '../errors.ts'
import { effectsOfChange } from '../history/effects.ts'
import type { Replay } from '../history/replay.ts'
import type { BudgetOptions } from '../query/budget.ts'
import { planOf } from '../query/plans.ts'
import { runOnDocument } from '../query/query.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change, Transaction } from '../store/transaction.ts'
import type { Bus } from './bus.ts'
import type { Feed } from './event-stream.ts'
import { BudgetUsedUp, takeBudget, type ListenersBudget } from './listeners-budget.ts'

export interface ListenOptions {
  query: string
  params: Fields
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeAllVersions: boolean
  includeEffects: boolean
  /**
   * Id of whoever listens; undefined for a stranger, from whom what they may not read is left out, including documents
   * that the query reaches by reference.
   */
  user: string | undefined
  /** Id of the last event the client received, if it wants to resume after that. */
  resumeFrom: string | undefined
}

// Each change of a document waits for the filters of all listeners, and anybody may listen.
const FILTER: BudgetOptions = { deadlineMs: 250 }
const FILTER_OF_STRANGER: BudgetOptions = { deadlineMs: 250, steps: 50_000 }

type Transition = 'appear' | 'update' | 'disappear'
interface Seen {
  change: Change
  transition: Transition
}

/**
 * Reports every change to documents that match the query before or after it. A client that was away first hears what
 * it missed: the Studio waits for confirmation of each of its edits, and may have missed some. A listener whose filter
 * fails or takes too much work is told so and ended: the Studio shows its error screen then. Strangers share their time,
 * and the listeners of one editor do. One for which an editor's others left too little is ended without a word.
 * @throws LakeError on a bad query.
 */
export function listen(corpus: Corpus, bus: Bus, replay: Replay, options: ListenOptions): Feed {
  const { query, params, user } = options
  const plan = query.trim() === '*' ? undefined : planOf(query, params)
  const on = { params, find: corpus.view(user === undefined ? 'public' : 'raw').get }
  const limits = user === undefined ? FILTER_OF_STRANGER : FILTER
  const matches = (document: LakeDocument | null): boolean =>
    document !== null && (plan === undefined || isFound(runOnDocument(plan, document, on, limits)))

  return (send, end) => {
    function tellOrEnd(transaction: Transaction, heard = '', occasion: object = transaction): void {
      const changes = transaction.changes.filter(({ id }) => isVisible(id, options))
      if (changes.length === 0) return
      const budget = takeBudget(occasion, user)
      try {
        tell(transaction, changes, heard, budget)
      } catch (error) {
        // A client comes back for what it missed, of which it then is told in a time of its own.
        if (!(error instanceof BudgetUsedUp && error.isOfOthers)) {
          const message = `The listener's filter failed: ${messageOf(error)}`
          send({ event: 'channelError', data: { message } })
        }
        end()
      } finally {
        budget.leave()
      }
    }

    function tell(
      transaction: Transaction,
      changes: readonly Change[],
      heard: string,
      budget: ListenersBudget,
    ): void {
      const seen = changes.flatMap((change) => {
        budget.require()
        return seenChange(matches, change)
      })
      const from = seen.findIndex(({ change }) => change.id === heard) + 1
      const events = seen.slice(from).map((one, index) => {
        budget.require()
        const data = describe(transaction, one, options, { current: from + index + 1, total: seen.length })
        return { event: 'mutation', data, id: `${transaction.id}#${one.change.id}` }
      })
      // Between the first event of a publish and the second, the Studio's form takes no key.
      if (events.length > 0) send(...events)
    }

    const [id = '', heard] = options.resumeFrom?.split('#') ?? []
    const isTold = (document: string): boolean => isVisible(document, options)
    const missed =
      options.resumeFrom === undefined
        ? undefined
        : replay.since(id, { includeFirst: heard !== undefined, isTold })
    const listenerName = randomBytes(8).toString('hex')
    // If the connection breaks during this, the client returns with the last id that it received.
    if (missed === undefined) send({ event: 'welcome', data: { listenerName }, id: replay.newest() })
    else send({ event: 'welcomeback', data: { listenerName }, id: options.resumeFrom })
    missed?.forEach((transaction) =>
      tellOrEnd(transaction, transaction.id === id ? heard : undefined, missed),
    )
    return bus.subscribe((transaction) => tellOrEnd(transaction))
  }
}

function seenChange(matches: (document: LakeDocument | null) => boolean, change: Change): Seen[] {
  const [before, after] = [matches(change.before), matches(change.after)]
  if (!before && !after) return []
  if (before && after) return [{ change, transition: 'update' }]
  return [{ change, transition: after ? 'appear' : 'disappear' }]
}

function isVisible(id: string, { includeAllVersions, user }: ListenOptions): boolean {
  return user === undefined ? isPublicId(id) : includeAllVersions || !isVersionId(id)
}

function isFound(result: unknown): boolean {
  return Array.isArray(result) ? result.length > 0 : result !== null && result !== false
}

// Fields that don't apply must be absent: the Studio takes an empty previousRev for a revision.
function describe(
  transaction: Transaction,
  seen: Seen,
  options: ListenOptions,
  { current, total }: { current: number; total: number },
): Fields {
  const { id, before, after, mutations } = seen.change
  return {
    eventId: `${transaction.id}#${id}`,
    documentId: id,
    transactionId: transaction.id,
    transition: seen.transition,
    identity: transaction.author,
    author: transaction.author,
    mutations: options.includeMutations ? mutations : [],
    ...(options.includeResult && after !== null ? { result: after } : {}),
    ...(options.includePreviousRevision && before !== null ? { previous: before } : {}),
    ...(options.includeEffects ? { effects: effectsOfChange(seen.change) } : {}),
    ...(before === null ? {} : { previousRev: before._rev }),
    resultRev: transaction.id,
    timestamp: transaction.at,
    visibility: 'query',
    transactionTotalEvents: total,
    transactionCurrentEvent: current,
  }
}
