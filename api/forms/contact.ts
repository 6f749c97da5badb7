import { Hono } from 'hono'
import { contactMessage, botCheckToken } from '../contract/forms.ts'
import { botCheckFailed, problemResponse, wrongMethod } from '../contract/problems.ts'
import type { Submissions } from './submissions.ts'
import { fieldProblem, refused, stored } from '../http/answer.ts'
import type { GuardOptions, NodeEnv } from '../http/guard.ts'
import { receive } from '../http/receive.ts'

/** `POST /contact`. */
export function contactRoutes(submissions: Submissions, options: GuardOptions): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .post('/contact', async (c) => {
      const received = await receive(c, options)
      if (received instanceof Response) return received
      const { isForm, fields, arrival } = received
      const message = contactMessage.safeParse(fields)
      const proof = botCheckToken.safeParse(fields)
      if (!message.success || !proof.success)
        return refused(isForm, fieldProblem([message, proof].flatMap(({ error }) => error?.issues ?? [])))

      const problem = await submissions.write(message.data, proof.data.token, arrival)
      if (!problem) return stored(isForm)
      return refused(isForm, problem, problem === botCheckFailed ? '#bot-check' : '')
    })
    .all('/contact', () => problemResponse(wrongMethod('POST')))
}
