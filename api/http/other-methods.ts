import type { Handler } from 'hono'
import { ProblemError } from '../contract/problem.ts'
import { wrongMethod } from '../contract/problems.ts'

/** Refuses the methods that no route before it took; `allow` lists those that are. */
export function otherMethods(allow: string): Handler {
  return () => {
    throw new ProblemError(wrongMethod(allow))
  }
}
