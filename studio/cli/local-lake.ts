import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DATA_FILES } from '../../api/contract/data-files.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { openLake } from '../lake/lake.ts'
import { acquireLock, type Lock } from '../lake/lock.ts'
import { serveLake } from '../lake/serve.ts'

/** The launch content. */
export const SEED_DIR = join(import.meta.dirname, '../seed')

const ANNOUNCE_MS = 30_000
const POLL_MS = 100

/** `DATA_DIR` of these variables, as an absolute path. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env['DATA_DIR'] || 'var')
}

/** Whether a new lake begins with the launch content; it does by default. */
export interface LakeSeed {
  isSeeded: boolean
}

/**
 * Calls `work` with the URL of a content lake: the one running on DATA_DIR, or one started for it. A lake started here
 * does no background work. That is the server's, which knows how long to keep history, how to check releases, and the
 * webhooks.
 * @throws OperationalError when the lake can't be opened, or its owner does not say where it answers.
 */
export async function withLocalLake<Result>(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
  { isSeeded }: LakeSeed = { isSeeded: true },
): Promise<Result> {
  const dataDir = dataDirOf(env)
  const lock = await claim(dataDir)
  if (!lock.ok) return work(lock.owner.url ?? '')
  try {
    const lake = await openLake({ dataDir, backgroundWork: false, ...(isSeeded && { seedDir: SEED_DIR }) })
    const { url, close } = await serveLake(lake)
    lock.announce(url)
    try {
      return await work(url)
    } finally {
      await close()
      await lake.close()
    }
  } finally {
    lock.release()
  }
}

// An owner that has not announced itself is still starting: wait for it, or take over if it gives up.
async function claim(dataDir: string): Promise<Lock> {
  const deadline = performance.now() + ANNOUNCE_MS
  for (;;) {
    const lock = acquireLock(dataDir)
    if (lock.ok || lock.owner.url !== undefined) return lock
    if (performance.now() > deadline) throw new OperationalError(lock.sentence)
    await wait(POLL_MS)
  }
}

const DATABASES = [DATA_FILES.content, DATA_FILES.comments]
const PARTS = [...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]), 'assets']

/**
 * Resets the local content to the seed. What was there is moved aside, not deleted; returns where to.
 * @throws OperationalError when the lake is in use.
 */
export async function reset(dataDir: string, seedDir: string): Promise<string> {
  const lock = acquireLock(dataDir)
  if (!lock.ok) throw new OperationalError(lock.sentence)
  try {
    const aside = join(dataDir, `before-reset-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
    mkdirSync(aside)
    for (const part of PARTS.filter((name) => existsSync(join(dataDir, name)))) {
      renameSync(join(dataDir, part), join(aside, part))
    }
    await (await openLake({ dataDir, seedDir, backgroundWork: false })).close()
    return aside
  } finally {
    lock.release()
  }
}
