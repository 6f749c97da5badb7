import { Hono } from 'hono'
import { readSource, waitlistEntry } from '../contract/forms.ts'
import { notCounted, problemResponse, wrongMethod } from '../contract/problems.ts'
import type { Submissions } from './submissions.ts'
import { fieldProblem, refused, stored } from '../http/answer.ts'
import type { GuardOptions, NodeEnv } from '../http/guard.ts'
import { receive } from '../http/receive.ts'

/** `POST /waitlist` and `GET /waitlist/count`. */
export function waitlistRoutes(submissions: Submissions, options: GuardOptions): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .post('/waitlist', async (c) => {
      const received = await receive(c, options)
      if (received instanceof Response) return received
      const { isForm, fields, arrival } = received
      const entry = waitlistEntry.safeParse(fields)
      if (!entry.success) return refused(isForm, fieldProblem(entry.error.issues))
      const problem = await submissions.join(entry.data, readSource(c.req.query('from')), arrival)
      return problem ? refused(isForm, problem) : stored(isForm)
    })
    .all('/waitlist', () => problemResponse(wrongMethod('POST')))
    .get('/waitlist/count', async (c) => {
      const count = await submissions.count().catch(() => undefined)
      if (count === undefined) return problemResponse(notCounted)
      return c.json({ count }, 200, { 'cache-control': 'no-store' })
    })
    .all('/waitlist/count', () => problemResponse(wrongMethod('GET, HEAD')))
}
