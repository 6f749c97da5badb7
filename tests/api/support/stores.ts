import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openStore } from '../../../api/store/store.ts'
import type { Store } from '../../../api/store/store.ts'

/** A new SQLite store in a folder of its own. */
export function newStore(dataDir = mkdtempSync(path.join(tmpdir(), 'store-'))): Store {
  return openStore({ dataDir, databaseUrl: undefined, synchronous: 'full', onFault: () => undefined })
}
