import { OperationalError } from './operational-error.ts'

/** One refused field, in words for the person who filled it in. Never holds what was sent. */
export interface FieldFault {
  field: string
  detail: string
}

/** An answer that is not a success, as RFC 9457 describes it. `retryAfter` is in seconds. */
export interface Problem {
  status: number
  type: string
  title: string
  detail: string
  errors?: FieldFault[]
  retryAfter?: number
  allow?: string
}

/** Thrown where a request ends with a problem; the app answers with it. */
export class ProblemError extends OperationalError {
  readonly problem: Problem

  constructor(reason: Problem, options?: ErrorOptions) {
    super(reason.detail, options)
    this.problem = reason
  }
}

/** A problem whose `type` names its kind; nothing answers at that address. */
export function problem(
  status: number,
  kind: string,
  words: Pick<Problem, 'title' | 'detail' | 'retryAfter'>,
): Problem {
  return { type: `/api/problems#${kind}`, status, ...words }
}

/** Writes the problem as `application/problem+json`, never cached. */
export function problemResponse({ retryAfter, allow, ...body }: Problem): Response {
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (allow !== undefined) headers.set('allow', allow)
  return new Response(JSON.stringify(body), { status: body.status, headers })
}
