import type { Hono } from 'hono'
import { isPagePath } from '../contract/addresses.ts'
import { readIntent, readSource, waitlistEntry } from '../contract/forms.ts'
import { ALIASES } from '../contract/pages.ts'
import { ProblemError } from '../contract/problem.ts'
import { notCounted } from '../contract/problems.ts'
import { NO_STORE } from '../http/answers.ts'
import type { NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { formRoute, type FormPostOptions } from './form-post.ts'
import type { Submissions } from './submissions.ts'

/** An address of a page as editors make them. Whatever else is sent was typed, or may name a person. */
const PAGE = /^\/(?:[a-z0-9-]{1,60}(?:\/[a-z0-9-]{1,60}){0,2}\/?)?$/u

/** `POST /waitlist` and `GET /waitlist/count`. */
export function waitlistRoutes(submissions: Submissions, options: FormPostOptions): Hono<NodeEnv> {
  const posts = formRoute('waitlist', waitlistEntry, options, async (entry, arrival, c) => {
    const intent = readIntent(c.req.query('for'))
    const page = sentFrom(c.req.raw, options.siteUrl)
    await submissions.join(entry, { source: readSource(c.req.query('from')), page, intent }, arrival)
    return intent === 'demo' ? '/received#demo' : '/received'
  })
  return posts
    .get('/waitlist/count', async (c) => {
      const count = await submissions.count().catch((error: unknown) => {
        throw new ProblemError(notCounted, { cause: error })
      })
      return c.json({ count }, 200, NO_STORE)
    })
    .all('/waitlist/count', otherMethods('GET, HEAD'))
}

/**
 * Path of the page that a post was sent from, without its query, by the `Referer` that browsers send; empty if there is
 * none on this site. Only the form of the address is checked, as a node that takes posts alone knows no pages.
 */
function sentFrom({ headers, url }: Request, siteUrl: string | undefined): string {
  const from = URL.parse(headers.get('referer') ?? '')
  if (!from || (from.origin !== siteUrl && from.host !== new URL(url).host)) return ''
  const path = from.pathname.replace(/(?<=.)\/$/u, '').replace(/\.html$/u, '')
  if (!PAGE.test(path) || !isPagePath(path)) return ''
  return ALIASES[path] ?? path
}
