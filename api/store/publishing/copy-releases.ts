import type { Kysely } from 'kysely'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SharedTables } from '../tables/shared-schema.ts'
import { createReleaseFiles } from './release-files.ts'

/**
 * Writes the releases that nodes share below a folder, laid out as in `DIST_DIR`, except for those that are there and
 * those that are not whole, which no node can go back to.
 * @param moment a transaction of Postgres that sees all of it as it was at one moment
 */
export async function copyStoredReleases(moment: unknown, folder: string): Promise<void> {
  const db = moment as Kysely<SharedTables>
  const files = createReleaseFiles({ query: (work) => work(db), transaction: (work) => work(db) })
  for (const id of await files.kept()) {
    const release = path.join(folder, 'releases', id)
    const stored = existsSync(release) ? undefined : await files.find(id)
    if (!stored) continue
    const own = Object.entries(stored.files).filter(([name]) => name.startsWith('releases/'))
    const lacking = Map.groupBy(own, ([, hash]) => hash)
    for await (const contents of files.contents([...lacking.keys()]))
      for (const [hash, bytes] of contents) {
        for (const [name] of lacking.get(hash) ?? []) await write(path.join(folder, name), bytes)
        lacking.delete(hash)
      }
    if (lacking.size > 0) await rm(release, { recursive: true, force: true })
    else await write(path.join(folder, 'manifests', `${id}.json`), JSON.stringify(stored.manifest))
  }
}

async function write(file: string, data: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, data)
}
