import { readTransport } from '../contract/forms.ts'
import { malformed } from '../contract/problems.ts'
import type { Problem } from '../contract/problems.ts'
import type { Arrival } from '../forms/submissions.ts'
import type { Body } from './body.ts'

/** Reads what comes along with a post's fields. */
export function readArrival({ fields, isForm }: Body, headers: Headers): Arrival | { problem: Problem } {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\x21-\x7E]{1,200}$/u.test(key))
    return { problem: malformed('An Idempotency-Key has 1 to 200 visible ASCII characters.') }
  const { suspected, age } = readTransport(fields)
  // A form without scripts is sent by the person who has just filled it in.
  return { idempotencyKey: key ?? undefined, suspected, age: age ?? (isForm ? 0 : undefined) }
}
