import { invalidFields, problemResponse } from '../contract/problems.ts'
import type { FieldFault, Problem } from '../contract/problems.ts'

/** Answers a stored post: a page for a form, JSON for a script. The same for new and for known addresses. */
export function stored(isForm: boolean): Response {
  return isForm
    ? redirect('/received')
    : Response.json({ status: 'stored' }, { status: 201, headers: { 'cache-control': 'no-store' } })
}

/** Answers a refused post: the page that says what to do, at `hash` of it, or the problem itself. */
export function refused(isForm: boolean, problem: Problem, hash = ''): Response {
  return isForm ? redirect(`/not-sent${hash}`) : problemResponse(problem)
}

/** The first fault of each field, as the contract words it. */
export function fieldProblem(issues: readonly { path: PropertyKey[]; message: string }[]): Problem {
  const faults = new Map<string, FieldFault>()
  for (const { path, message: detail } of issues) {
    const field = String(path[0])
    if (!faults.has(field)) faults.set(field, { field, detail })
  }
  return invalidFields([...faults.values()])
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
