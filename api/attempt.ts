import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from './contract/operational-error.ts'
import type { Log } from './log.ts'

interface Retry {
  hasPages: () => Promise<boolean>
  pauseMs: number
  log: Log
  signal: AbortSignal
}

/** Does the work. If it fails and there are pages to serve meanwhile, goes on trying. */
export async function attempt(work: () => Promise<void>, retry: Retry): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(await retry.hasPages())) throw error
    void keepTrying(work, error, retry)
  }
}

/**
 * Does the work again until it succeeds, with a pause after each failure. Each new reason is logged.
 * @param failure what it failed with first
 */
async function keepTrying(
  work: () => Promise<void>,
  failure: unknown,
  { pauseMs, log, signal }: Retry,
): Promise<void> {
  let last = messageOf(failure)
  log.error(last)
  for (;;) {
    await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      await work()
      return
    } catch (error) {
      const message = messageOf(error)
      if (message !== last) log.error(message)
      last = message
    }
  }
}
