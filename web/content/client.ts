import { createClient, type SanityClient } from '@sanity/client'

const API_VERSION = '2025-02-19'

/** Where content is read from, in words for messages, and the client that reads it. */
export interface ContentSource {
  name: string
  client: SanityClient
}

/**
 * The hosted dataset when `SANITY_PROJECT_ID` and `SANITY_DATASET` are set, else the local content
 * lake that `LAKE_URL` names, with `LAKE_TOKEN` where that is set. `SANITY_API_TOKEN` is needed for
 * drafts and private datasets.
 * Returns a sentence when neither is configured.
 */
export function contentSource(env: Record<string, string | undefined>): ContentSource | string {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  const shared = { apiVersion: API_VERSION, useCdn: false, maxRetries: 2, timeout: 15_000 } as const
  if (projectId) {
    if (!dataset)
      return 'SANITY_PROJECT_ID is set but SANITY_DATASET is not. Set it, for example to production.'
    const token = env['SANITY_API_TOKEN']
    return {
      name: `the hosted dataset ${projectId}/${dataset}`,
      client: createClient({ ...shared, projectId, dataset, ...(token ? { token } : {}) }),
    }
  }
  if (!lake)
    return 'No content source: set SANITY_PROJECT_ID and SANITY_DATASET, or LAKE_URL for a local lake.'
  const token = env['LAKE_TOKEN']
  return {
    name: `the content lake at ${lake}`,
    client: createClient({
      ...shared,
      ...(token ? { token } : {}),
      projectId: 'local',
      dataset: 'production',
      apiHost: lake,
      useProjectHostname: false,
    }),
  }
}
