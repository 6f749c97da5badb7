import { sql, type Kysely } from 'kysely'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DATA_FILES } from '../contract/data-files.ts'
import { diskFaultOf } from '../contract/disk-fault.ts'
import { isOperational, OperationalError } from '../contract/operational-error.ts'
import { copySubmissions, SUBMISSIONS } from './copy-submissions.ts'
import { copyTables, hasRows, type AllTables } from './copy-tables.ts'
import { saidBy } from './database/faults.ts'
import { migratePostgres } from './database/migrate.ts'
import { connectPostgres } from './database/postgres.ts'
import { openSqlite } from './database/sqlite.ts'
import { openMissingPathFile } from './missing-paths.ts'
import { copyStoredReleases } from './publishing/copy-releases.ts'
import { openPublishFile } from './publishing/publish-store.ts'
import { openPreviewFile } from './shares.ts'
import type { SharedTables } from './tables/shared-schema.ts'

/** The records that a server without PostgreSQL keeps in files, and how the server opens each. */
const RECORDS = [
  {
    file: DATA_FILES.publishes,
    open: openPublishFile,
    tables: { hooks: ['id'], receipts: ['id'], releases: ['id'], publish_settings: ['key'] },
  },
  { file: DATA_FILES.previews, open: openPreviewFile, tables: { secrets: ['name'], shares: ['id'] } },
  {
    file: DATA_FILES.missingPaths,
    open: openMissingPathFile,
    tables: { missing_paths: ['day', 'path'] },
  },
] as const

/**
 * Copies all that Postgres holds, as it is at one moment: records into new SQLite files in a folder, and releases that
 * are not there yet into another one, as `DIST_DIR` has them.
 * @throws OperationalError where Postgres refuses
 */
export async function fromPostgres(databaseUrl: string, folder: string, site: string): Promise<void> {
  const from = connectPostgres<AllTables>(databaseUrl)
  const submissions = await openSqlite(path.join(folder, DATA_FILES.submissions), 'full')
  try {
    await migratePostgres(from, databaseUrl)
    await from
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (moment) => {
        await submissions.transaction().execute((trx) => copyTables(moment, trx, SUBMISSIONS))
        for (const { open, tables } of RECORDS) {
          const to = open(folder, refuse)
          await to.transaction((trx) => copyTables(moment, trx, tables))
          await to.close()
        }
        await copyStoredReleases(moment, site)
      })
  } catch (error) {
    throw expected(error, `the database of DATABASE_URL ${saidBy(error)}`)
  } finally {
    await Promise.all([from.destroy(), submissions.destroy()])
  }
}

/**
 * Copies all that SQLite files in a folder hold into Postgres, in one transaction.
 * @returns the names of the files that are there now
 * @throws OperationalError if something is there already, or Postgres refuses
 */
export async function toPostgres(folder: string, databaseUrl: string): Promise<string[]> {
  const to = connectPostgres<AllTables>(databaseUrl)
  const file = path.join(folder, DATA_FILES.submissions)
  const submissions = existsSync(file) ? await openSqlite(file, 'full') : undefined
  try {
    await migratePostgres(to, databaseUrl)
    await refuseUnlessEmpty(to, ['waitlist', 'contact', 'audit', 'people', 'shares', 'releases'])
    return await to.transaction().execute(async (trx) => {
      if (submissions) {
        // The first start of a server wrote settings there, secrets among them. Those of the backup replace them.
        await trx.deleteFrom('settings').execute()
        await copySubmissions(submissions, trx)
      }
      await trx.deleteFrom('secrets').execute()
      await trx.deleteFrom('publish_settings').execute()
      const brought = await copyRecords(folder, trx, () => Promise.resolve(true))
      return [...(submissions ? [DATA_FILES.submissions] : []), ...brought]
    })
  } catch (error) {
    throw expected(error, `Nothing was restored: the database of DATABASE_URL ${saidBy(error)}`)
  } finally {
    await Promise.all([to.destroy(), submissions?.destroy()])
  }
}

/** Copies what a server kept in its folder before it had PostgreSQL, of each kind that is not there yet. */
export async function bringRecords(folder: string, trx: Kysely<SharedTables>): Promise<void> {
  await copyRecords(folder, trx, async (tables) => {
    for (const table of tables) if (await hasRows(trx, table)) return false
    return true
  })
}

/** Returns the names of the files that were copied. */
async function copyRecords(
  folder: string,
  trx: unknown,
  isWanted: (tables: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  const to = trx as Kysely<AllTables>
  const brought: string[] = []
  for (const { file, open, tables } of RECORDS) {
    if (!existsSync(path.join(folder, file)) || !(await isWanted(Object.keys(tables)))) continue
    const from = open(folder, refuse)
    await from.query((db) => copyTables(db, to, tables))
    await from.close()
    brought.push(file)
  }
  // Ids go on after the copied ones.
  for (const table of ['hooks', 'receipts'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
      to,
    )
  return brought
}

const WORDS: Record<string, string> = {
  waitlist: 'submissions',
  contact: 'submissions',
  audit: 'an audit list',
}

/** @throws OperationalError if one of the tables has rows */
async function refuseUnlessEmpty(db: Kysely<AllTables>, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    if (await hasRows(db, table))
      throw new OperationalError(
        `The database of DATABASE_URL holds ${WORDS[table] ?? table} already: name an empty one. Nothing was restored.`,
      )
}

/** What a defect or the disk here throws stays as it is: no database says that. */
function expected(error: unknown, sentence: string): unknown {
  if (isOperational(error) || error instanceof TypeError || diskFaultOf(error) !== undefined) return error
  return new OperationalError(sentence, { cause: error })
}

/** A file that was just written, or verified, is no damaged one. */
function refuse(message: string): never {
  throw new OperationalError(message)
}
