import { Hono } from 'hono'
import type { OpenedPreview } from '../contract/previews.ts'
import { ProblemError, type Problem } from '../contract/problem.ts'
import { notAllowed, rateLimited } from '../contract/problems.ts'
import { editorOf, type CheckEditor } from '../editors/editors.ts'
import { NO_STORE } from '../http/answers.ts'
import { addressOf, type NodeContext, type NodeEnv } from '../http/client-address.ts'
import { otherMethods } from '../http/other-methods.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { errorPage, PRIVATE, type PreviewDeps } from './preview-routes.ts'

/** From one address, which a whole office may share. */
const ENTRIES_A_MINUTE = 120
const SIGN_IN_FIRST = 'Sign in to the Studio first, then open the preview from there again.'

/**
 * How editors get to previews. `GET /preview/enter`: from the Studio, with its secret, to a page of drafts.
 * `POST /preview/open`: where the editor who asks may look at drafts, comparisons and releases, for an hour.
 */
export function previewEntryRoutes(deps: PreviewDeps): Hono<NodeEnv> {
  const { previews, checkEditor } = deps
  return new Hono<NodeEnv>()
    .route('/', enterRoute(deps))
    .all('/preview/enter', otherMethods('GET, HEAD'))
    .post('/preview/open', async (c) => {
      await editorOf(c, checkEditor, 'see')
      const answer: OpenedPreview = { base: await previews.open(c.req.raw.headers) }
      return c.json(answer, { headers: NO_STORE })
    })
    .all('/preview/open', otherMethods('POST'))
}

/** A person follows this link, so its refusals are pages. */
function enterRoute({ previews, checkEditor, hasSignIn, studioOrigin, trustedProxies }: PreviewDeps) {
  const entries = createRateLimit(ENTRIES_A_MINUTE)
  return new Hono<NodeEnv>()
    .get('/preview/enter', async (c) => {
      const wait = await entries(addressOf(c, trustedProxies))
      if (wait !== undefined) throw new ProblemError(tooManyEntries(wait))
      if (hasSignIn) await checkSession(c, checkEditor)
      const location = await previews.enter(c.req.url, c.req.raw.headers)
      return new Response(null, { status: 307, headers: { ...PRIVATE, location } })
    })
    .onError((error) => errorPage(error, studioOrigin))
}

/** @throws ProblemError for somebody who is not signed in */
async function checkSession(c: NodeContext, checkEditor: CheckEditor): Promise<void> {
  try {
    await editorOf(c, checkEditor, 'see')
  } catch (error) {
    const isStranger = error instanceof ProblemError && error.problem.status === 401
    throw isStranger ? new ProblemError(notAllowed(401, SIGN_IN_FIRST), { cause: error }) : error
  }
}

function tooManyEntries(seconds: number): Problem {
  const detail = `Too many previews were opened from here. Try again in ${seconds} seconds.`
  return { ...rateLimited(seconds), detail }
}
