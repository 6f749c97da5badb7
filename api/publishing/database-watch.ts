import type { RunFailure } from '../contract/content-error.ts'
import { isOperational, messageOf } from '../contract/operational-error.ts'
import type { Log } from '../log.ts'

/** Notices when a node can no longer read from the database or write to it. */
export interface DatabaseWatch {
  /** Does the work, and settles as that does. Each name is a kind of work that a node does all the time. */
  watched<Value>(this: void, name: 'lease' | 'state', work: () => Promise<Value>): Promise<Value>
  /** What to mend if one kind of work has failed, or waited for an answer, for too long. */
  failure(): RunFailure | undefined
  /** Logs such a failure and its end, once each, when two calls in a row have found it so. */
  tell(this: void): void
}

interface Options {
  /** How long it may fail, in ms. */
  limitMs: number
  log: Pick<Log, 'info' | 'error'>
  now?: () => number
}

export function createDatabaseWatch({ limitMs, log, now = () => performance.now() }: Options): DatabaseWatch {
  /** By name, since when no work has succeeded, and the newest error. */
  const failing = new Map<string, { since: number; error?: unknown }>()
  let lastSeen: string | undefined
  let lastTold: string | undefined

  function failure(): RunFailure | undefined {
    const late = [...failing.values()].find(({ since }) => now() - since > limitMs)
    return late && { message: `${reasonOf(late.error)} What is published waits.`, faults: [] }
  }

  return {
    watched: async (name, work) => {
      if (!failing.has(name)) failing.set(name, { since: now() })
      try {
        const value = await work()
        failing.delete(name)
        return value
      } catch (error) {
        // Work that was begun later may have succeeded by now.
        failing.set(name, { since: failing.get(name)?.since ?? now(), error })
        throw error
      }
    },
    failure,
    tell: () => {
      const message = failure()?.message
      // A process that was suspended has answers waiting that it reads before the next call.
      const isSettled = message === lastSeen
      lastSeen = message
      if (!isSettled || message === lastTold) return
      lastTold = message
      if (message === undefined) log.info('The database answers and takes changes again.')
      else log.error(message)
    },
  }
}

function reasonOf(error: unknown): string {
  if (error === undefined) return 'The database does not answer.'
  return isOperational(error) ? error.message : `The database says “${messageOf(error)}”.`
}
