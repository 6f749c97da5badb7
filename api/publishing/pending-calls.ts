import { errorOf, type Failure } from '../contract/content-error.ts'

/** Calls to a thread that have no answer yet. */
export interface PendingCalls {
  count(): number
  /**
   * Adds a call, which is settled under its id.
   * @param limitMs how long it may take; `Infinity` for a call that may take as long as it needs
   * @param onLate called once it took longer
   */
  add(limitMs: number, onLate: () => void): { id: number; answer: Promise<never> }
  settle(answer: { id: number } & ({ value: unknown } | { failure: Failure })): void
  rejectAll(message: string): void
}

interface PendingCall {
  resolve: (value: never) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout | undefined
}

export function createPendingCalls(): PendingCalls {
  const calls = new Map<number, PendingCall>()
  let lastId = 0

  function remove(id: number): PendingCall | undefined {
    const call = calls.get(id)
    clearTimeout(call?.timer)
    calls.delete(id)
    return call
  }

  return {
    count: () => calls.size,
    add: (limitMs, onLate) => {
      const id = (lastId += 1)
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      const timer = Number.isFinite(limitMs) ? setTimeout(onLate, limitMs).unref() : undefined
      calls.set(id, { resolve, reject, timer })
      return { id, answer: promise }
    },
    settle: (answer) => {
      const call = remove(answer.id)
      if ('failure' in answer) call?.reject(errorOf(answer.failure))
      else call?.resolve(answer.value as never)
    },
    rejectAll: (message) => {
      for (const id of calls.keys()) remove(id)?.reject(new Error(message))
    },
  }
}
