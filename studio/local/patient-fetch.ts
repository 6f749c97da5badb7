const QUERY_PATH = /^\/v[\dX-]+\/data\/query\//
const RETRY_MS = 500

/** What a server answers that is starting, or a proxy in front of one that is away. */
const AWAY = new Set([502, 503, 504])

/**
 * A `fetch` whose reads wait while the content lake is away, as in a restart of the server: the Studio shows an
 * error screen, and drops what was typed last, when a read fails that it counts on. Writes fail at once, since
 * the Studio sends them again by itself and knows which of them arrived.
 */
export async function patientFetch(
  url: URL,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  if (input instanceof Request || !isRead(url, init?.method)) return fetch(input, init)
  for (;;) {
    try {
      const response = await fetch(input, init)
      if (!AWAY.has(response.status) || isOwnAnswer(response)) return response
    } catch (error) {
      if (init?.signal?.aborted || !(error instanceof TypeError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    init?.signal?.throwIfAborted()
  }
}

/** A query that took too long is answered 504 by the lake itself, in JSON: it would take as long again. */
function isOwnAnswer({ status, headers }: Response): boolean {
  return status === 504 && (headers.get('content-type')?.startsWith('application/json') ?? false)
}

function isRead({ pathname }: URL, method = 'GET'): boolean {
  return method === 'GET' || method === 'HEAD' || QUERY_PATH.test(pathname)
}
