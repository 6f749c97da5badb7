import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

const RETRY_MS = 100

/**
 * Waits until no other build runs in this checkout, and keeps others waiting until it is disposed of: vite-react-ssg
 * writes into one folder there and clears it when it is done, even if another build is still using it. The lock is
 * SQLite's own on a file, which the operating system releases with its process: a killed build leaves none behind.
 * @param root the checkout
 */
export async function takeBuildTurn(root: string): Promise<Disposable> {
  const database = new DatabaseSync(path.join(root, '.vite-react-ssg-temp.lock'))
  try {
    while (!tryLock(database)) await setTimeout(RETRY_MS)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** False where another build has the lock. @throws what else SQLite says */
function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('pragma busy_timeout = 0; begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && /database is locked/.test(error.message)) return false
    throw error
  }
}
