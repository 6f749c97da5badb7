import { LakeError } from '../errors.ts'
import type { Transaction } from '../store/transaction.ts'

/** How long all listeners without a token together may delay a transaction, in ms. */
const BUDGET_MS = 200

/** How long strangers have delayed each transaction so far, while listeners are being told of it. */
const spentOn = new WeakMap<Transaction, number>()

/** What is left of the time that all strangers share. */
export interface StrangersBudget {
  /** @throws LakeError once it is used up */
  require: () => void
  /** Ends this stranger's turn; the rest is for the next. */
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
