import { OperationalError } from '../../api/contract/operational-error.ts'

/**
 * Asks this server's API as the editor who is signed in: with the Studio's own token where it has one, else with
 * the cookie that the content lake left.
 * @throws OperationalError with the API's sentence when it refuses, TypeError when it is away.
 */
export async function ask<Answer>(
  path: string,
  options: { token: string | undefined; method?: string; body?: unknown; signal?: AbortSignal },
): Promise<Answer> {
  const { token, method = 'GET', body, signal } = options
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer as Answer
  throw new OperationalError(
    isProblem(answer) ? answer.detail : `The site’s server answered ${response.status}.`,
  )
}

function isProblem(answer: unknown): answer is { detail: string } {
  return typeof answer === 'object' && answer !== null && 'detail' in answer
}
