import { messageOf } from '../errors.ts'
import type { Transaction } from '../store/transaction.ts'

export interface Bus {
  emit: (transaction: Transaction) => void
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (transaction: Transaction) => void) => () => void
}

/** Carries transactions from where they are committed to whoever listens, in their order. */
export function createBus(): Bus {
  const listeners = new Set<(transaction: Transaction) => void>()
  return {
    emit: (transaction) => {
      for (const listener of listeners) {
        // The transaction is on disk already: a listener that fails must not make it look refused.
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
