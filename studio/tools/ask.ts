import { OperationalError } from '../../api/contract/operational-error.ts'

/**
 * Sends a request to this server's API as the signed-in editor: with the Studio's token if it has one, else with the
 * content lake's cookie.
 * @throws OperationalError with the API's sentence when it refuses, and with one of its own when the server is away or a
 * proxy answers in its place
 */
export async function ask<Answer>(path: string, options: RequestOptions): Promise<Answer> {
  const response = await askFor(path, options)
  try {
    return (await response.json()) as Answer
  } catch (error) {
    throw inWords(error)
  }
}

interface RequestOptions {
  token: string | undefined
  method?: string
  body?: unknown
  signal?: AbortSignal
}

/** The same for answers other than JSON. */
export async function askFor(path: string, options: RequestOptions): Promise<Response> {
  const { token, method = 'GET', body, signal } = options
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw inWords(error)
  })
  if (response.ok) return response
  // A proxy whose server is away answers with a page of its own.
  const answer: unknown = await response.json().catch(() => undefined)
  if (isProblem(answer)) throw new RefusedError(sentencesOf(answer), response.status)
  throw new OperationalError(`The site’s server answered ${response.status}. Try again in a moment.`)
}

/** What this server's API refused, in its own sentences. */
class RefusedError extends OperationalError {
  readonly status: number

  constructor(sentences: string | readonly string[], status: number) {
    super(sentences)
    this.status = status
  }
}

/** Whether the API has no longer what it was asked about. */
export function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404
}

/** A browser's own messages about lost connections and unreadable answers are for developers. */
function inWords(error: unknown): unknown {
  if (!(error instanceof TypeError || error instanceof SyntaxError)) return error
  return new OperationalError('The site’s server does not answer. Try again in a moment.', { cause: error })
}

interface Refusal {
  detail: string
  /** What is wrong with each field, where that is why. */
  errors?: readonly { detail: string }[]
}

function sentencesOf({ detail, errors = [] }: Refusal): string | readonly string[] {
  return errors.length > 0 ? errors.map((error) => error.detail) : detail
}

function isProblem(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'detail' in answer
}
