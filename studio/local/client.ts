import { createClient, type ClientConfig, type SanityClient } from '@sanity/client'
import { patientFetch } from './patient-fetch.ts'
import { tellIfRefused } from './refused-edits.ts'
import { keepSession } from './session.ts'
import { askForToken } from './sign-in-dialog.ts'
import { createStreams } from './streams.ts'

const STREAM_PATH = /^\/v[\dX-]+\/data\/(?:listen|live\/events)\//

/**
 * Makes the Studio's clients for the content lake at `origin`. One open document holds six listeners, and a browser
 * allows six connections to a server, so listeners share one WebSocket. Everything else is an ordinary request.
 */
export function localClients(origin: string): (config: ClientConfig) => SanityClient {
  const streams = createStreams(`${origin.replace(/^http/, 'ws')}/mux`)
  const withSession = keepSession(askForToken)

  function fetchOrStream(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin) return fetch(input, init)
    const { pathname, search } = url
    if (!STREAM_PATH.test(pathname)) return request(url, input, init)
    const lastEventId = new Headers(init?.headers).get('last-event-id') ?? undefined
    const open = () => streams.open(pathname + search, { signal: init?.signal ?? null, lastEventId })
    return open().catch(async (error: unknown) => {
      if (init?.signal?.aborted) throw error
      // A socket does not say whether it was refused for want of a session, so the listener asks over HTTP.
      await requireSession()
      return open()
    })
  }

  async function request(url: URL, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await withSession(url.pathname, () => patientFetch(url, input, init))
    // Before the client has it, which aborts what is still read once it has read it itself.
    await tellIfRefused(url, response)
    return response
  }

  async function requireSession(): Promise<void> {
    const path = '/v1/users/me'
    await withSession(path, () => fetch(origin + path)).catch(() => undefined)
  }

  return (config) => createClient({ ...config, useProjectHostname: false, resolveFetch: () => fetchOrStream })
}

const OFF = { enabled: false } as const

/** Features that need Sanity's cloud. */
const cloudOnly = {
  scheduledPublishing: OFF,
  tasks: OFF,
  announcements: OFF,
} as const

/** Settings of a workspace on the local content lake: no account, and one origin for everything. */
export function localWorkspace(origin: string) {
  snoozeNetworkCheck()
  return {
    projectId: 'local',
    dataset: 'production',
    apiHost: origin,
    unstable_clientFactory: localClients(origin),
    ...cloudOnly,
  }
}

// The Studio warns about the six connections of HTTP/1.1, for which one WebSocket already makes up.
function snoozeNetworkCheck(): void {
  sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
}
