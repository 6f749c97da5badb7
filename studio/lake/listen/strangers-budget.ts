import { LakeError } from '../errors.ts'
import type { Transaction } from '../store/transaction.ts'

/** How long all who listen without a token, as anybody may, can hold up a transaction. In ms. */
const BUDGET_MS = 200

/** How long earlier ones have held it up, kept for as long as listeners are told of the transaction. */
const spentOn = new WeakMap<Transaction, number>()

/** What is left for a stranger of the time that all of them have together. */
export interface StrangersBudget {
  /** @throws LakeError once it is used up */
  require: () => void
  /** Leaves the rest to those who come after. */
  leave: () => void
}

/** Takes what is left from now on. */
export function takeBudget(transaction: Transaction): StrangersBudget {
  const begun = performance.now()
  const spent = (): number => (spentOn.get(transaction) ?? 0) + performance.now() - begun
  return {
    require: () => {
      if (spent() <= BUDGET_MS) return
      const description = `Listeners without a token are too much work: a change waits ${BUDGET_MS} ms for all of them. Listen again in a moment.`
      throw new LakeError(503, 'tooManyListeners', description)
    },
    leave: () => void spentOn.set(transaction, spent()),
  }
}
