import { createClient, type SanityClient } from '@sanity/client'
import { OperationalError } from '../../api/contract/operational-error.ts'

const API_VERSION = '2025-02-19'
const TIMEOUT_MS = 15_000
const LOCAL = { projectId: 'local', dataset: 'production', useProjectHostname: false } as const
/** The preview secret's check asks for a token; the lake of this machine has none where it is open to this machine only. */
const NO_TOKEN = 'local'

type Variables = Record<string, string | undefined>

/** Where content is read from, in words for messages, and the client that reads it. */
export interface ContentSource {
  name: string
  client: SanityClient
}

/**
 * The hosted dataset when `SANITY_PROJECT_ID` and `SANITY_DATASET` are set, else the local content
 * lake that `LAKE_URL` names, with `LAKE_TOKEN` where that is set. `SANITY_API_TOKEN` is needed for
 * private datasets.
 * @throws OperationalError when neither is configured
 */
export function contentSource(env: Variables): ContentSource {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  const shared = { apiVersion: API_VERSION, useCdn: false, maxRetries: 2, timeout: TIMEOUT_MS } as const
  if (projectId) {
    if (!dataset)
      throw new OperationalError(
        'SANITY_PROJECT_ID is set but SANITY_DATASET is not. Set it, for example to production.',
      )
    const token = env['SANITY_API_TOKEN']
    return {
      name: `the hosted dataset ${projectId}/${dataset}`,
      client: createClient({ ...shared, projectId, dataset, ...(token ? { token } : {}) }),
    }
  }
  if (!lake)
    throw new OperationalError(
      'No content source: set SANITY_PROJECT_ID and SANITY_DATASET, or LAKE_URL for a local lake.',
    )
  const token = env['LAKE_TOKEN']
  return {
    name: `the content lake at ${lake}`,
    client: createClient({ ...shared, ...LOCAL, apiHost: lake, ...(token ? { token } : {}) }),
  }
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
export function draftsSource(env: Variables): DraftsSource {
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
