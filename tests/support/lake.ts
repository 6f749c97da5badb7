import { createClient, type ClientConfig, type SanityClient } from '@sanity/client'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLake } from '../../studio/lake/lake.ts'
import { serveLake } from '../../studio/lake/serve.ts'

export const root = path.join(import.meta.dirname, '../..')

/**
 * A content lake on a port of its own, filled from `seedDir`, by default the launch content. Its `dataDir`, by default a
 * new folder, is deleted with it.
 */
export async function startLake(
  seedDir = path.join(root, 'studio/seed'),
  dataDir = mkdtempSync(path.join(tmpdir(), 'lake-')),
): Promise<{ url: string; close: () => Promise<void> }> {
  const lake = await openLake({ dataDir, seedDir })
  const served = await serveLake(lake)
  return {
    url: served.url,
    close: async () => {
      await served.close()
      await lake.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A client of the content lake at `url`: a local one, or a site's own. */
export function clientOf(url: string, config: ClientConfig = {}): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: url,
    apiVersion: '2025-02-19',
    useProjectHostname: false,
    useCdn: false,
    ...config,
  })
}
