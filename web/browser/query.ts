/**
 * @module Generic data fetching, as the site's specification asks for it. No page uses it yet: the only figure that is
 *   fetched, the waitlist's count, is read once and needs no cache.
 */

/** How long an answer that nobody asks for any more is kept. */
const RETENTION_MS = 5 * 60 * 1000
/** Pauses between tries double from the first, up to the cap. */
const BACKOFF_MS = { first: 1000, cap: 30_000 }

interface QueryOptions {
  /** What a 401 gives: an error, or `null` for "nobody is signed in". */
  unauthorized?: 'throw' | 'null'
  /** Further tries after a failure. */
  retries?: number
}

const answers = new Map<string, Promise<unknown>>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Fetches JSON from the path made by joining the parts of `key` with slashes, credentials included. A response never
 * goes stale: it is reused until nobody has asked for it for five minutes. Nothing is refetched on focus or on a timer,
 * and failures are not kept.
 * @throws Error whose message is the status, a colon and the body, or the status text where the body is empty; network
 *   failures throw as `fetch` does.
 */
export function query<T>(key: readonly string[], options: QueryOptions = {}): Promise<T | null> {
  const { unauthorized = 'throw', retries = 0 } = options
  const path = key.join('/')
  const name = `${unauthorized} ${path}`
  const answer = answers.get(name) ?? load(path, unauthorized, retries)
  answers.set(name, answer)
  answer.then(
    () => forgetLater(name),
    () => forget(name, answer),
  )
  return answer as Promise<T | null>
}

async function load(path: string, unauthorized: 'throw' | 'null', retries: number): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await get(path, unauthorized)
    } catch (error) {
      if (tries >= retries) throw error
      const pause = Math.min(BACKOFF_MS.first * 2 ** tries, BACKOFF_MS.cap)
      await new Promise((resolve) => {
        setTimeout(resolve, pause)
      })
    }
  }
}

async function get(path: string, unauthorized: 'throw' | 'null'): Promise<unknown> {
  const response = await fetch(path, { credentials: 'include' })
  if (response.status === 401 && unauthorized === 'null') return null
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response.json()
}

function forgetLater(name: string): void {
  clearTimeout(removals.get(name))
  removals.set(
    name,
    setTimeout(() => {
      answers.delete(name)
      removals.delete(name)
    }, RETENTION_MS),
  )
}

function forget(name: string, answer: Promise<unknown>): void {
  if (answers.get(name) === answer) answers.delete(name)
}
