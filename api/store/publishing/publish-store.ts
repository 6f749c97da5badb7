import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DATA_FILES } from '../../contract/data-files.ts'
import { messageOf } from '../../contract/operational-error.ts'
import type { Database, Query } from '../database/database.ts'
import { localDatabase } from '../database/local-database.ts'
import { isDiskFault } from '../database/sqlite-codes.ts'
import { PUBLISH_MIGRATIONS, type PublishTables } from '../tables/publish-schema.ts'
import { createHooks, type Hooks } from './publish-hooks.ts'
import { createReceipts, type Receipts } from './publish-receipts.ts'
import { createReleases, type Releases } from './publish-releases.ts'

/** The records of publishes. Every write waits for the disk. */
interface PublishRecords {
  hooks: Hooks
  receipts: Receipts
  releases: Releases
}

/** What must outlive a crash of publishing. */
export interface PublishStore extends PublishRecords {
  /** Does the work as one transaction. It must use the records that it is given, as all others wait for its end. */
  transaction<Value>(work: (records: PublishRecords) => Promise<Value>): Promise<Value>
}

/** The records of publishes in a database. */
export function publishStore({ query, transaction, clock }: Database<PublishTables>): PublishStore {
  const recordsOf = (ask: Query<PublishTables>): PublishRecords => ({
    hooks: createHooks(ask, clock),
    receipts: createReceipts(ask),
    releases: createReleases(ask),
  })
  return {
    ...recordsOf(query),
    transaction: (work) => transaction((trx) => work(recordsOf((ask) => ask(trx)))),
  }
}

/**
 * Opens the file of publishes in a data folder, or makes it if it is absent or damaged. If the disk fails, each use
 * tries again, and rejects with what SQLite says.
 * @param onDamage called with a message that names the damaged file
 * @throws when it was written by a newer version.
 */
export function openPublishFile(
  dataDir: string,
  onDamage: (message: string) => void,
): Database<PublishTables> {
  const file = path.join(dataDir, DATA_FILES.publishes)
  const database = localDatabase<PublishTables>(file, PUBLISH_MIGRATIONS, onDamage)
  try {
    mkdirSync(dataDir, { recursive: true })
    database.open()
  } catch (error) {
    if (!isDiskFault(error)) throw error
    onDamage(`${file} can't be opened (${messageOf(error)}).`)
  }
  return database
}
