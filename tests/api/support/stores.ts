import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../../../api/store/database/database.ts'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { openMissingPathFile, type MissingPathTables } from '../../../api/store/missing-paths.ts'
import { openPublishFile } from '../../../api/store/publishing/publish-store.ts'
import { openPreviewFile, type PreviewTables } from '../../../api/store/shares.ts'
import { openStore, type Store } from '../../../api/store/store.ts'
import type { PublishTables } from '../../../api/store/tables/publish-schema.ts'
import type { SharedTables } from '../../../api/store/tables/shared-schema.ts'
import { databaseUrlOf } from './database.ts'

/** A store in a folder, or where the project of the test has PostgreSQL, in the database that goes with it. */
export function newStore(dataDir = mkdtempSync(path.join(tmpdir(), 'store-'))): Store {
  return openStore({
    dataDir,
    databaseUrl: databaseUrlOf(dataDir),
    synchronous: 'full',
    onFault: () => undefined,
  })
}

/** Records of publishes, wherever `newStore` has its own. */
export function newPublishDatabase(dataDir: string): Database<PublishTables> {
  return sharedOf(dataDir) ?? openPublishFile(dataDir, () => undefined)
}

/** Share links, wherever `newStore` has its records. */
export function newPreviewDatabase(dataDir: string): Database<PreviewTables> {
  return sharedOf(dataDir) ?? openPreviewFile(dataDir)
}

/** Addresses that visitors asked for in vain, wherever `newStore` has its records. */
export function newMissingPathDatabase(dataDir: string): Database<MissingPathTables> {
  return sharedOf(dataDir) ?? openMissingPathFile(dataDir, () => undefined)
}

function sharedOf(dataDir: string): Database<SharedTables> | undefined {
  const url = databaseUrlOf(dataDir)
  return url === undefined ? undefined : sharedDatabase(url, dataDir)
}
