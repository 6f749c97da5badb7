import { createClient, type ClientConfig, type SanityClient } from '@sanity/client'
import { patientFetch } from './patient-fetch.ts'
import { createStreams } from './streams.ts'

const STREAM_PATH = /^\/v[\dX-]+\/data\/(?:listen|live\/events)\//

/**
 * Makes the Studio's clients for the content lake at `origin`. One open document holds six listeners, and a
 * browser keeps no more than six connections to a server: so listeners share one WebSocket, and the rest
 * stays ordinary requests.
 */
export function localClients(origin: string): (config: ClientConfig) => SanityClient {
  const streams = createStreams(`${origin.replace(/^http/, 'ws')}/mux`)

  function fetchOrStream(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin) return fetch(input, init)
    if (!STREAM_PATH.test(url.pathname)) return patientFetch(url, input, init)
    const lastEventId = new Headers(init?.headers).get('last-event-id') ?? undefined
    return streams.open(url.pathname + url.search, { signal: init?.signal ?? null, lastEventId })
  }
  return (config) => createClient({ ...config, useProjectHostname: false, resolveFetch: () => fetchOrStream })
}
