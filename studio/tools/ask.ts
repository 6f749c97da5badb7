import { OperationalError } from '../../api/contract/operational-error.ts'

/**
 * Asks this server's API as the editor who is signed in: with the Studio's own token where it has one, else with
 * the cookie that the content lake left.
 * @throws OperationalError with the API's sentence when it refuses, TypeError when it is away.
 */
export async function ask<Answer>(path: string, options: Asked): Promise<Answer> {
  return (await (await askFor(path, options)).json()) as Answer
}

interface Asked {
  token: string | undefined
  method?: string
  body?: unknown
  signal?: AbortSignal
}

/** The same for an answer that is no JSON. */
export async function askFor(path: string, options: Asked): Promise<Response> {
  const { token, method = 'GET', body, signal } = options
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  const answer: unknown = await response.json()
  throw new OperationalError(
    isProblem(answer) ? sentencesOf(answer) : `The site’s server answered ${response.status}.`,
  )
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
