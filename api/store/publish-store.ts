import { messageOf } from '../contract/operational-error.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createHooks } from './publish-hooks.ts'
import type { Hooks } from './publish-hooks.ts'
import { createReceipts } from './publish-receipts.ts'
import type { Receipts } from './publish-receipts.ts'
import { createReleases } from './publish-releases.ts'
import type { Releases } from './publish-releases.ts'
import { openLocal } from './local-database.ts'
import { PUBLISH_MIGRATIONS } from './publish-schema.ts'
import type { PublishTables } from './publish-schema.ts'
import { isDiskFault } from './sqlite-file.ts'

/** What must outlive a crash of the publish pipeline. Writes are rare and small, so they are made at once. */
export interface PublishStore {
  hooks: Hooks
  receipts: Receipts
  releases: Releases
  /** Does the work as one transaction: all of it is on disk when this returns, or none of it when it throws. */
  transaction(work: () => void): void
  close(): void
}

/**
 * Opens `<dataDir>/publishes.db`, creating it when it is absent or damaged. Every write waits for the disk. Where
 * the disk takes nothing now, every use of the store tries again, and throws what SQLite says until it does.
 * @param onDamage hears a message that names the damaged file
 * @throws when it was written by a newer version.
 */
export function openPublishStore(dataDir: string, onDamage: (message: string) => void): PublishStore {
  let opened: PublishStore | undefined
  const store = (): PublishStore => (opened ??= open(dataDir, onDamage))
  try {
    store()
  } catch (error) {
    if (!isDiskFault(error)) throw error
    onDamage(`${fileIn(dataDir)} can't be opened (${messageOf(error)}).`)
  }
  return {
    get hooks() {
      return store().hooks
    },
    get receipts() {
      return store().receipts
    },
    get releases() {
      return store().releases
    },
    transaction: (work) => store().transaction(work),
    close: () => opened?.close(),
  }
}

function open(dataDir: string, onDamage: (message: string) => void): PublishStore {
  mkdirSync(dataDir, { recursive: true })
  const database = openLocal<PublishTables>(fileIn(dataDir), PUBLISH_MIGRATIONS, onDamage)
  return {
    hooks: createHooks(database),
    receipts: createReceipts(database),
    releases: createReleases(database),
    transaction: database.transaction,
    close: database.close,
  }
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'publishes.db')
}
