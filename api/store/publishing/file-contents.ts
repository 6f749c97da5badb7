import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { databaseNow } from '../database/leases.ts'
import type { SharedTables } from '../tables/shared-schema.ts'

type Query = Database<SharedTables>['query']

/** Contents in one statement, in bytes and in number. */
const BATCH = { bytes: 2_000_000, files: 200 }
/** How long a content stays without a release: one that was just stored may not be part of its release yet, in ms. */
export const UNUSED_MS = 3_600_000

/** Stores the contents of files that are not stored yet, as many at a time as fit into one statement. */
export async function storeContents(
  query: Query,
  files: Readonly<Record<string, string>>,
  read: (path: string) => Promise<Buffer>,
): Promise<void> {
  let batch: { hash: string; bytes: Buffer }[] = []
  let size = 0
  for (const [hash, path] of await unstoredContents(query, files)) {
    const bytes = await read(path)
    if (size + bytes.length > BATCH.bytes || batch.length === BATCH.files) {
      await insertContents(query, batch)
      batch = []
      size = 0
    }
    batch.push({ hash, bytes })
    size += bytes.length
  }
  await insertContents(query, batch)
}

/** One path of each content that is not stored yet, by its hash. The others are kept as if they had just been. */
async function unstoredContents(
  query: Query,
  files: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const paths = new Map(Object.entries(files).map(([path, hash]) => [hash, path]))
  const hashes = [...paths.keys(), '']
  await query((db) =>
    db
      .updateTable('file_contents')
      .set({ created_at: databaseNow })
      .where('hash', 'in', hashes)
      .where('created_at', '<', sql<number>`${databaseNow} - ${sql.lit(UNUSED_MS / 2)}`)
      .execute(),
  )
  const known = await query((db) =>
    db.selectFrom('file_contents').select('hash').where('hash', 'in', hashes).execute(),
  )
  for (const { hash } of known) paths.delete(hash)
  return paths
}

async function insertContents(
  query: Query,
  contents: readonly { hash: string; bytes: Buffer }[],
): Promise<void> {
  if (contents.length === 0) return
  const rows = contents.map((content) => ({ ...content, created_at: databaseNow }))
  await query((db) =>
    db
      .insertInto('file_contents')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute(),
  )
}

/** The contents of these hashes, by hash, as many at a time as fit into one statement. */
export async function* readContents(
  query: Query,
  hashes: readonly string[],
): AsyncGenerator<Map<string, Uint8Array>> {
  const sizes = await query((db) =>
    db
      .selectFrom('file_contents')
      .select(['hash', sql<number>`octet_length(bytes)`.as('size')])
      .where('hash', 'in', [...hashes, ''])
      .execute(),
  )
  for (const some of inBatches(sizes)) {
    const rows = await query((db) =>
      db.selectFrom('file_contents').select(['hash', 'bytes']).where('hash', 'in', some).execute(),
    )
    yield new Map(rows.map(({ hash, bytes }) => [hash, bytes] as const))
  }
}

/** Hashes of contents that go into one statement together. */
function* inBatches(sizes: readonly { hash: string; size: number }[]): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const { hash, size } of sizes) {
    if (batch.length > 0 && (bytes + size > BATCH.bytes || batch.length === BATCH.files)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(hash)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
