import type { ClientConfig } from '@sanity/client'
import { API_VERSION } from '../../api/contract/addresses.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** How long the content may take to answer, in ms. */
export const TIMEOUT_MS = 15_000
export const LOCAL = { projectId: 'local', dataset: 'production', useProjectHostname: false } as const

/** The source's name, for messages, and the configuration of a client that reads it. */
export interface SourceConfig {
  name: string
  config: ClientConfig
}

/**
 * The hosted dataset when `SANITY_PROJECT_ID` and `SANITY_DATASET` are set, else the local content lake that `LAKE_URL`
 * names, with `LAKE_TOKEN` where that is set. `SANITY_API_TOKEN` is needed for private datasets. Kept apart from the
 * client, which takes 100 ms to load: a start needs only the name.
 * @throws OperationalError when neither is configured
 */
export function sourceConfig(env: Environment): SourceConfig {
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
      config: { ...shared, projectId, dataset, ...(token ? { token } : {}) },
    }
  }
  if (!lake)
    throw new OperationalError(
      'No content source: set SANITY_PROJECT_ID and SANITY_DATASET, or LAKE_URL for a local lake.',
    )
  const token = env['LAKE_TOKEN']
  return {
    name: `the content lake at ${lake}`,
    config: { ...shared, ...LOCAL, apiHost: lake, ...(token ? { token } : {}) },
  }
}
