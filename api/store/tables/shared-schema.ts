import type { MissingPathTables } from '../missing-paths.ts'
import type { PreviewTables } from '../shares.ts'
import type { PublishTables } from './publish-schema.ts'

/**
 * What nodes share besides submissions: the records that a server alone keeps in files, and what makes them one site.
 */
export interface SharedTables
  extends Omit<PublishTables, 'publish_settings'>, PreviewTables, MissingPathTables {
  publish_settings: { key: 'pinned' | 'site' | 'served' | 'failure' | 'content'; value: string }
  leases: LeasesTable
  release_files: ReleaseFilesTable
  file_contents: { hash: string; bytes: Uint8Array; created_at: number }
  requests: RequestsTable
}

interface LeasesTable {
  name: 'publisher' | 'standby' | 'content'
  /** The node that has it. */
  holder: string
  /** In ms, by the database's clock. */
  until: number
}

/** The files of a release, which nodes that did not publish it fetch. */
interface ReleaseFilesTable {
  id: string
  /** Counts up where files of it were finished after it was served. */
  version: number
  /** Key of the build whose node stored it. */
  build: string
  manifest: string
  /** SHA-256 in hex by path below `DIST_DIR`, as JSON. */
  files: string
}

/** How many requests an address made, under a salted hash of it. May be lost in a crash of the database. */
interface RequestsTable {
  key: string
  count: number
  ends_at: number
}
