import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '../../../api/store/store.ts'
import type { Store } from '../../../api/store/store.ts'
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
