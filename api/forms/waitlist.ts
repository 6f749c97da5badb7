import { Hono } from 'hono'
import { readIntent, readSource, waitlistEntry } from '../contract/forms.ts'
import { ProblemError } from '../contract/problem.ts'
import { notCounted } from '../contract/problems.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { formPost, timePosts } from './form-post.ts'
import type { FormPostOptions, OnPost } from './form-post.ts'
import { sentFrom } from './sent-from.ts'
import type { Submissions } from './submissions.ts'

/** `POST /waitlist` and `GET /waitlist/count`. */
export function waitlistRoutes(
  submissions: Submissions,
  onPost: OnPost,
  options: FormPostOptions,
): Hono<NodeEnv> {
  const join = formPost(waitlistEntry, options, async (entry, arrival, c) => {
    const intent = readIntent(c.req.query('for'))
    const page = sentFrom(c.req.raw, options.siteUrl)
    await submissions.join(entry, { source: readSource(c.req.query('from')), page, intent }, arrival)
    return intent === 'demo' ? '/received#demo' : '/received'
  })
  return new Hono<NodeEnv>()
    .post('/waitlist', timePosts('waitlist', onPost), join)
    .all('/waitlist', otherMethods('POST'))
    .get('/waitlist/count', async (c) => {
      const count = await submissions.count().catch((error: unknown) => {
        throw new ProblemError(notCounted, { cause: error })
      })
      return c.json({ count }, 200, { 'cache-control': 'no-store' })
    })
    .all('/waitlist/count', otherMethods('GET, HEAD'))
}
