import { Hono } from 'hono'
import { html } from 'hono/html'
import { withoutEndSlashes } from '../contract/addresses.ts'
import { isOperational } from '../contract/operational-error.ts'
import type { ShareEnd } from '../contract/previews.ts'
import { ProblemError, problemResponse } from '../contract/problem.ts'
import { gone, malformed, notFound, wrongMethod } from '../contract/problems.ts'
import type { CheckEditor } from '../editors/editors.ts'
import { addressOf, type NodeEnv } from '../http/client-address.ts'
import { fileResponse } from '../http/file.ts'
import type { ReleaseSource } from '../http/release.ts'
import type { PreviewEvents } from './preview-events.ts'
import { scopeOf, type Grant } from './preview-token.ts'
import type { Previews } from './previews.ts'
import type { ShowRelease } from './release-preview.ts'
import { createRenderQueue, type RenderQueue } from './render-queue.ts'

export interface PreviewDeps {
  previews: Previews
  /** The overlay's code and what follows changes: the same for everybody, and nothing of a draft. */
  code: ReleaseSource
  /** Says who may hand out links. */
  checkEditor: CheckEditor
  /** Whether editors sign in here, so that who comes from the Studio shows a session: a hosted one sends none. */
  hasSignIn: boolean
  /** Origin of a hosted Studio, which may show previews in a frame, too. */
  studioOrigin: string | undefined
  /** Pages of releases, for editors to look at. */
  showRelease: ShowRelease
  /** The answer that stays open and tells of changes. */
  events: PreviewEvents['open']
  /** How many proxies stand in front; 0 ignores forwarded addresses. */
  trustedProxies: number
}

/** Previews are not cached, not indexed, and not named to the sites that they link to. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
}

/** Token and page in the address of a preview, both as they were sent. */
const ADDRESS = /^\/preview\/([^/]+)(\/.*)?$/u
/** A page or file of a release, with the bar over it, or without as a picture of it. */
const RELEASE = /^\/-\/(release|picture)\/([^/]+)(\/.*)?$/u
const UNREADABLE =
  'This address can’t be read: a % in it is not followed by two digits. Open the preview from the Studio again.'

const ENDED_IN_FRAME = 'This preview has ended. Open another tool of the Studio, and then Pages again.'

/**
 * Pages of drafts, each below a token in its path: browsers that block third-party cookies send none in frames. A token
 * that grants nothing is answered like any other wrong address, but in words to a frame, which may not show that answer.
 */
export function previewRoutes(deps: PreviewDeps): Hono<NodeEnv> {
  const { previews, code, events, showRelease, trustedProxies } = deps
  const queue = createRenderQueue()
  const routes = new Hono<NodeEnv>().onError((error) => errorPage(error, deps.studioOrigin))

  routes.get('/-/:file{.+}', async ({ req }) => {
    const file = (await code()).get(req.param('file'))
    return file ? fileResponse(file, req.raw, 200) : problemResponse(notFound)
  })

  routes.all('*', async (c, next) => {
    const { raw, method } = c.req
    const [, token = '', address = '/'] = ADDRESS.exec(new URL(raw.url).pathname) ?? []
    const grant = await previews.grantOf(token)
    const end = grant ? undefined : await previews.endOf(token)
    if (end) return keepPrivate(await endedResponse(deps, end, method))
    if (!grant) {
      if (raw.headers.get('sec-fetch-dest') !== 'iframe') return next()
      throw new ProblemError({ ...notFound, detail: ENDED_IN_FRAME })
    }
    if (method !== 'GET' && method !== 'HEAD') return keepPrivate(problemResponse(wrongMethod('GET, HEAD')))
    const [, view, release = '', rest = '/'] = RELEASE.exec(address) ?? []
    if (view !== undefined && grant.kind === 'editor') {
      const base = `/preview/${token}/-/${view}/${release}`
      const shown = { release, path: decode(rest) ?? rest, base, hasBar: view === 'release' }
      return keepPrivate(await showRelease(shown, raw))
    }
    const client = addressOf(c, trustedProxies)
    if (address !== '/-/events')
      return keepPrivate(await pageResponse(deps, queue, { token, grant, address, method, client }))
    return keepPrivate(events({ token, grant, client, method, signal: raw.signal }))
  })
  return routes
}

const ENDED: Record<ShareEnd, string> = {
  revoked: 'This link was withdrawn. Ask whoever sent it for another one.',
  ended: 'This link has ended. Ask whoever sent it for another one.',
}

/** The answer to a share link that has ended. */
async function endedResponse({ previews }: PreviewDeps, end: ShareEnd, method: string): Promise<Response> {
  try {
    const { html: page, policy, status } = await previews.endedPage(end)
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy};${frameAncestors(undefined)}`,
    }
    return new Response(method === 'HEAD' ? null : page, { status, headers })
  } catch (error) {
    if (!isOperational(error)) throw error
    // The page in the site's look needs content.
    return errorPage(new ProblemError(gone(ENDED[end])), undefined)
  }
}

/** What the holder of a token gets at an address below it, which is as it was sent. */
async function pageResponse(
  { previews, studioOrigin }: PreviewDeps,
  queue: RenderQueue,
  request: { token: string; grant: Grant; address: string; method: string; client: string },
): Promise<Response> {
  const { token, grant, address, method } = request
  const [, perspective, rest = '/'] = /^\/-\/as\/([\w,-]+)(\/.*)?$/u.exec(address) ?? []
  const other = perspective && (await previews.inPerspective(grant, scopeOf(perspective), rest))
  if (other) return new Response(null, { status: 307, headers: { location: other } })

  const path = decode(address)
  if (path === undefined) throw new ProblemError(malformed(UNREADABLE))
  const page = await queue.take(grant.kind === 'share' ? request.client : undefined, () =>
    previews.page(token, grant, withoutEndSlashes(path) || '/'),
  )
  const framedBy = grant.kind === 'editor' ? studioOrigin : undefined
  return new Response(method === 'HEAD' ? null : page.html, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${page.policy};${frameAncestors(framedBy)}`,
      // A hosted Studio may open the page in a window of its own and talk to it.
      'cross-origin-opener-policy': framedBy ? 'unsafe-none' : 'same-origin',
      ...(page.location !== undefined && { location: page.location }),
    },
  })
}

function decode(address: string): string | undefined {
  try {
    return decodeURIComponent(address)
  } catch {
    return undefined
  }
}

/** Keeps an answer below a token private, as the token is in its address. */
function keepPrivate(response: Response): Response {
  for (const [name, value] of Object.entries(PRIVATE))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

function frameAncestors(studioOrigin: string | undefined): string {
  return `frame-ancestors 'self'${studioOrigin ? ` ${studioOrigin}` : ''}`
}

/** What is wrong, for whoever looks at a preview. @throws what is no operational error */
export async function errorPage(error: unknown, studioOrigin: string | undefined): Promise<Response> {
  if (!isOperational(error)) throw error
  const body = await html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>Preview</title>
      <h1>Preview</h1>
      <p>${error.message}</p>
    </html>`
  const { status, retryAfter } = error instanceof ProblemError ? error.problem : { status: 503 }
  const headers = {
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none';img-src 'self';${frameAncestors(studioOrigin)}`,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  return new Response(String(body), { status, headers })
}
