import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { openAssetFiles } from './assets/asset-files.ts'
import { createApp } from './http/app.ts'
import { plantSeed } from './seed.ts'
import { openStore } from './store/store.ts'

export type LakeOptions = {
  /** Holds `lake.db` and `assets/`. Take its lock (`acquireLock`) first. */
  dataDir: string
  /** Holds `data.ndjson` and its `images/`; read when the database is new. */
  seedDir: string
}

export type Lake = {
  fetch: (request: Request) => Promise<Response>
  /** Takes over a WebSocket request that is the lake's; false leaves the socket to the caller. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  close: () => Promise<void>
}

const OWN_PATH = /^\/(?:v(?:1|X|\d{4}-\d{2}-\d{2})|images|files|mux)(?:\/|$)/

/** Whether a path is one the lake answers, so that a server knows what to hand over. */
export function isLakePath(path: string): boolean {
  return OWN_PATH.test(path)
}

/**
 * Opens the content lake: Sanity's HTTP API for project `local`, dataset `production`, on one folder.
 * @throws LakeStartError, a sentence for whoever started it, when folder, database or seed can't be used.
 */
export async function openLake({ dataDir, seedDir }: LakeOptions): Promise<Lake> {
  const store = openStore(dataDir)
  try {
    const files = openAssetFiles(dataDir)
    if (store.isNew()) await plantSeed(seedDir, store, files)
    const app = createApp(store, files)
    return {
      fetch: async (request) => app.fetch(request),
      upgrade: () => false,
      close: async () => store.close(),
    }
  } catch (error) {
    store.close()
    throw error
  }
}
