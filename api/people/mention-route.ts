import { Hono } from 'hono'
import { ProblemError } from '../contract/problem.ts'
import { malformed, noWebhook } from '../contract/problems.ts'
import { NO_STORE } from '../http/answers.ts'
import { otherMethods } from '../http/other-methods.ts'
import { readSigned } from '../publishing/webhook-signature.ts'
import { comment, mentionWebhook, type TellMentioned } from './mentions.ts'

const MAX_BYTES = 512 * 1_024

/** `POST /comments/mentions`: the content lake tells of a comment, again and again until it is answered with 200. */
export function mentionRoutes(tell: TellMentioned | undefined, secret: string | undefined): Hono {
  const path = mentionWebhook.path.replace('/api', '')
  return new Hono()
    .post(path, async (c) => {
      const { body } = await readSigned(c.req.raw, secret, MAX_BYTES)
      if (!tell) throw new ProblemError(noWebhook)
      const given = comment.safeParse(body)
      if (!given.success)
        throw new ProblemError(malformed('The body is no comment as the webhook of comments sends it.'))
      await tell(given.data)
      return c.json({ status: 'told' }, 200, NO_STORE)
    })
    .all(path, otherMethods('POST'))
}
