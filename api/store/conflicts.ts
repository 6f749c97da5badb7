import { setTimeout as pause } from 'node:timers/promises'

/**
 * Postgres' codes for a race that was lost to another node: a key that it took first, a deadlock, a
 * transaction that can't be put in order. The same work meets what the other has written when it is done again.
 */
const lostRaces = new Set(['23505', '40001', '40P01'])

const tries = 6

/**
 * Does the work again when it lost a race, with a wait that grows and differs, so that two nodes do not meet
 * again. The work must be whole or absent, such as a transaction is. Rejects with the last error.
 */
export async function againAfterConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === tries || !isLostRace(error)) throw error
    }
    await pause(2 ** attempt * (1 + Math.random()))
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostRaces.has(String(error.code))
}
