import { noteWait } from './away-notice.ts'

const QUERY_PATH = /^\/v[\dX-]+\/data\/query\//
const RETRY_MS = 500

/** Statuses of a server that is starting, or of a proxy whose server is away. */
const AWAY = new Set([502, 503, 504])

/**
 * A `fetch` whose reads wait while the content lake is away, as during a restart: on a failed read the Studio may show
 * its error screen and drop what was typed last. Writes fail at once, since the Studio retries them itself and knows
 * which of them arrived.
 */
export async function patientFetch(
  url: URL,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  if (input instanceof Request || !isRead(url, init?.method)) return fetch(input, init)
  let isOver: (() => void) | undefined
  try {
    for (;;) {
      const response = await answerOf(input, init)
      if (response) return response
      // Not before: a query may take its time.
      isOver ??= noteWait()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      init?.signal?.throwIfAborted()
    }
  } finally {
    isOver?.()
  }
}

/** Undefined while the lake is away. */
async function answerOf(input: URL | string, init?: RequestInit): Promise<Response | undefined> {
  try {
    const response = await fetch(input, init)
    return !AWAY.has(response.status) || isOwnAnswer(response) ? response : undefined
  } catch (error) {
    if (init?.signal?.aborted || !(error instanceof TypeError)) throw error
    return undefined
  }
}

/** Whether the 504 is the lake's own, in JSON: the query was too slow, and would be again. */
function isOwnAnswer({ status, headers }: Response): boolean {
  return status === 504 && (headers.get('content-type')?.startsWith('application/json') ?? false)
}

function isRead({ pathname }: URL, method = 'GET'): boolean {
  return method === 'GET' || method === 'HEAD' || QUERY_PATH.test(pathname)
}
