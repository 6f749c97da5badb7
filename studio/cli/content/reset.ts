import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { openLake } from '../../lake/lake.ts'
import { acquireLock } from '../../lake/lock.ts'

const PARTS = ['lake.db', 'lake.db-wal', 'lake.db-shm', 'assets']

/**
 * Starts the local content anew from the seed. What was there is moved aside, not deleted; returns where to.
 * @throws Error with a sentence when the lake is in use.
 */
export async function reset(dataDir: string, seedDir: string): Promise<string> {
  const lock = acquireLock(dataDir)
  if (!lock.ok) throw new Error(lock.sentence)
  try {
    const aside = join(dataDir, `before-reset-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
    mkdirSync(aside)
    for (const part of PARTS.filter((name) => existsSync(join(dataDir, name)))) {
      renameSync(join(dataDir, part), join(aside, part))
    }
    await (await openLake({ dataDir, seedDir })).close()
    return aside
  } finally {
    lock.release()
  }
}
