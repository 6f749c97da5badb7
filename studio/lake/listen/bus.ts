import { messageOf } from '../errors.ts'
import type { Transaction } from '../store/transaction.ts'

export interface Bus {
  emit: (transaction: Transaction) => void
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (transaction: Transaction) => void) => () => void
}

/** Carries committed transactions to listeners, in order. */
export function createBus(): Bus {
  const listeners = new Set<(transaction: Transaction) => void>()
  return {
    emit: (transaction) => {
      for (const listener of listeners) {
        // The transaction is on disk by now, so a failing listener must not make it look refused.
        try {
          listener(transaction)
        } catch (error) {
          console.error(`A listener failed at transaction ${transaction.id}: ${messageOf(error)}`)
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
