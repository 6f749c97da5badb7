import { createClient, type SanityClient } from '@sanity/client'
import { API_VERSION } from '../../../api/contract/addresses.ts'
import { OperationalError } from '../../../api/contract/operational-error.ts'

/** A dataset to copy from or to, and its name in messages. */
export interface Dataset {
  name: string
  client: SanityClient
  dataset: string
}

// Sanity's tools insist on a token, and a lake without one of its own takes any.
const NO_TOKEN = 'local'

/** The dataset of a local lake, with the token of these variables. */
export function localDataset(url: string, env: NodeJS.ProcessEnv): Dataset {
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: url,
    apiVersion: API_VERSION,
    useProjectHostname: false,
    useCdn: false,
    token: env['LAKE_TOKEN'] || NO_TOKEN,
    perspective: 'raw',
  })
  return { name: 'the local content lake', client, dataset: 'production' }
}

/** @throws OperationalError naming the variable that is missing. */
export function hostedDataset(env: NodeJS.ProcessEnv): Dataset {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_TOKEN: token } = env
  if (!projectId || !dataset || !token) {
    throw new OperationalError(
      'Set SANITY_PROJECT_ID, SANITY_DATASET and SANITY_API_TOKEN (a token that may write) to reach the hosted dataset.',
    )
  }
  const options = { apiVersion: API_VERSION, useCdn: false, perspective: 'raw' } as const
  const client = createClient({ ...options, projectId, dataset, token })
  return { name: `the hosted dataset ${projectId}/${dataset}`, client, dataset }
}
