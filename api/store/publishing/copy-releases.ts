import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { migratePostgres } from '../database/migrate.ts'
import { connectPostgres } from '../database/postgres.ts'
import type { SharedTables } from '../tables/shared-schema.ts'

/** Writes the releases that nodes share below a folder, as `DIST_DIR` has them, but for those that are there. */
export async function copyStoredReleases(databaseUrl: string, folder: string): Promise<void> {
  const db = connectPostgres<SharedTables>(databaseUrl)
  try {
    await migratePostgres(db)
    const releases = await db.selectFrom('release_files').select(['id', 'manifest', 'files']).execute()
    for (const { id, manifest, files } of releases) {
      if (existsSync(path.join(folder, 'releases', id))) continue
      for (const [name, hash] of Object.entries(JSON.parse(files) as Record<string, string>)) {
        if (!name.startsWith('releases/')) continue
        const content = db.selectFrom('file_contents').select('bytes').where('hash', '=', hash)
        await write(path.join(folder, name), (await content.executeTakeFirstOrThrow()).bytes)
      }
      await write(path.join(folder, 'manifests', `${id}.json`), manifest)
    }
  } finally {
    await db.destroy()
  }
}

async function write(file: string, data: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, data)
}
