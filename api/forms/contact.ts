import type { Hono } from 'hono'
import { botCheckToken, contactMessage } from '../contract/forms.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { formRoute, type FormPostOptions } from './form-post.ts'
import type { Submissions } from './submissions.ts'

const contactPost = contactMessage.extend(botCheckToken.shape)

/** `POST /contact`. */
export function contactRoutes(submissions: Submissions, options: FormPostOptions): Hono<NodeEnv> {
  return formRoute('contact', contactPost, options, async ({ token, ...message }, arrival) => {
    await submissions.write(message, token, arrival)
    return '/received'
  })
}
