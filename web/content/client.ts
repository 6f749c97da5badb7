import { createClient, type SanityClient } from '@sanity/client'
import { API_VERSION } from '../../api/contract/addresses.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { LOCAL, sourceConfig, TIMEOUT_MS, type Environment } from './source-config.ts'

/** The check of a preview's secret needs a token; a local lake that only this machine can reach has none. */
const NO_TOKEN = 'local'

/** The source's name, for messages, and the client that reads it. */
export interface ContentSource {
  name: string
  client: SanityClient
}

/**
 * The source that the settings name: see `sourceConfig`.
 * @throws OperationalError when none is configured
 */
export function contentSource(env: Environment): ContentSource {
  const { name, config } = sourceConfig(env)
  return { name, client: createClient(config) }
}

/** The dataset whose drafts are shown. */
export interface DraftsSource {
  client: SanityClient
  /** Origin of the local lake, where that is the source. */
  lake: string | undefined
}

/**
 * The hosted dataset with `SANITY_API_TOKEN`, else the local lake at `LAKE_URL`, with `LAKE_TOKEN` where that
 * is set.
 * @throws OperationalError when drafts can't be read
 */
export function draftsSource(env: Environment): DraftsSource {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  const shared = { apiVersion: API_VERSION, useCdn: false, perspective: 'raw', timeout: TIMEOUT_MS } as const
  if (projectId) {
    const token = env['SANITY_API_TOKEN']
    if (!dataset || !token)
      throw new OperationalError(
        'Drafts of the hosted dataset need SANITY_DATASET and SANITY_API_TOKEN, a token with the role Viewer.',
      )
    return { client: createClient({ ...shared, projectId, dataset, token }), lake: undefined }
  }
  if (!lake)
    throw new OperationalError(
      'There is no content whose drafts could be shown: set LAKE_URL or SANITY_PROJECT_ID.',
    )
  const token = env['LAKE_TOKEN'] ?? NO_TOKEN
  return { client: createClient({ ...shared, ...LOCAL, apiHost: lake, token }), lake }
}
