import { Hono } from 'hono'
import { botCheckToken, contactMessage } from '../contract/forms.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { formPost, timePosts, type FormPostOptions, type OnPost } from './form-post.ts'
import type { Submissions } from './submissions.ts'

const contactPost = contactMessage.extend(botCheckToken.shape)

/** `POST /contact`. */
export function contactRoutes(
  submissions: Submissions,
  onPost: OnPost,
  options: FormPostOptions,
): Hono<NodeEnv> {
  const write = formPost(contactPost, options, async ({ token, ...message }, arrival) => {
    await submissions.write(message, token, arrival)
    return '/received'
  })
  return new Hono<NodeEnv>()
    .post('/contact', timePosts('contact', onPost), write)
    .all('/contact', otherMethods('POST'))
}
