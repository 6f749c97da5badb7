import { createClient, type SanityClient } from '@sanity/client'

const API_VERSION = '2025-02-19'
/** The secret's check asks for a token; the lake of this machine has none where it is open to this machine only. */
const NO_TOKEN = 'local'

/** The dataset whose drafts are shown. */
export interface DraftsSource {
  client: SanityClient
  /** Origin of the local lake, where that is the source. */
  lake: string | undefined
}

/**
 * The hosted dataset with `SANITY_API_TOKEN`, else the local lake at `LAKE_URL`, with `LAKE_TOKEN` where that
 * is set. Returns a sentence when drafts can't be read.
 */
export function draftsSource(env: Record<string, string | undefined>): DraftsSource | string {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  const shared = { apiVersion: API_VERSION, useCdn: false, perspective: 'raw', timeout: 15_000 } as const
  if (projectId) {
    const token = env['SANITY_API_TOKEN']
    if (!dataset || !token)
      return 'Drafts of the hosted dataset need SANITY_DATASET and SANITY_API_TOKEN, a token with the role Viewer.'
    return { client: createClient({ ...shared, projectId, dataset, token }), lake: undefined }
  }
  if (!lake) return 'There is no content whose drafts could be shown: set LAKE_URL or SANITY_PROJECT_ID.'
  const token = env['LAKE_TOKEN'] ?? NO_TOKEN
  const local = { projectId: 'local', dataset: 'production', apiHost: lake, useProjectHostname: false }
  return { client: createClient({ ...shared, ...local, token }), lake }
}
