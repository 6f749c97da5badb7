import { sql, type QueryExecutorProvider } from 'kysely'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DATABASE } from '../../../api/cli/archive.ts'
import { DATA_FILES } from '../../../api/contract/data-files.ts'
import { contentIdIn } from '../../../api/store/content-id.ts'
import { openMissingPathFile } from '../../../api/store/missing-paths.ts'
import { openPublishFile } from '../../../api/store/publishing/publish-store.ts'
import { openPreviewFile } from '../../../api/store/shares.ts'
import { openStore } from '../../../api/store/store.ts'
import { openLake } from '../../../studio/lake/lake.ts'

const onFault = () => undefined

test('a server’s databases are those listed by name, the lake’s own included', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'data-files-'))
  const store = openStore({ dataDir, databaseUrl: undefined, synchronous: 'full', onFault })
  await store.call('ping', Date.now())
  await store.close()
  for (const open of [openPublishFile, openPreviewFile, openMissingPathFile]) {
    const { query, close } = open(dataDir, onFault)
    await query((db: QueryExecutorProvider) => sql`select 1`.execute(db))
    await close()
  }
  await contentIdIn(dataDir)
  await (await openLake({ dataDir })).close()
  const made = readdirSync(dataDir).filter((name) => DATABASE.test(name))
  expect(made.toSorted()).toEqual(Object.values(DATA_FILES).toSorted())
})
