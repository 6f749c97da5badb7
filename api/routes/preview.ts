import { Hono } from 'hono'
import { html } from 'hono/html'
import { notFound, problemResponse, wrongMethod } from '../errors.ts'
import type { CheckEditor } from '../services/editors.ts'
import type { Grant } from '../services/preview-token.ts'
import type { Previews } from '../services/previews.ts'
import type { Release } from '../services/release.ts'
import { fileResponse } from './file.ts'

export interface PreviewFace {
  previews: Previews
  /** The overlay's code and what follows changes: the same for everybody, and nothing of a draft. */
  code: () => Promise<Release>
  /** Says who may hand out links. */
  checkEditor: CheckEditor
  /** Origin of a hosted Studio, which may show previews in a frame, too. */
  studioOrigin: string | undefined
  /** The answer that stays open and tells of changes. */
  events: (token: string, grant: Grant, signal: AbortSignal) => Promise<Response>
}

/** Nobody keeps a preview, lists it, or learns its address from where it links to. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
}

/** `GET /enter`: from the Studio, with its secret, to a page of drafts. */
export function previewEntry({ previews, studioOrigin }: PreviewFace): Hono {
  return new Hono().get('/enter', async ({ req }) => {
    const entered = await previews.enter(req.url)
    if ('sentence' in entered) return sentencePage(entered.sentence, 403, studioOrigin)
    return new Response(null, { status: 307, headers: { ...PRIVATE, location: entered.path } })
  })
}

/**
 * Pages of drafts, each below a token in its path, as frames get no cookies where browsers block those of
 * third parties. A token that grants nothing leads where any other wrong address does.
 */
export function previewRoutes(face: PreviewFace): Hono {
  const { previews, code, studioOrigin, events } = face
  const routes = new Hono()

  routes.get('/-/:file{.+}', async ({ req }) => {
    const file = (await code()).get(req.param('file'))
    return file ? fileResponse(file, req.raw, 200) : problemResponse(notFound)
  })

  routes.all('/:token/:path{.*}?', async ({ req }, next) => {
    const token = req.param('token')
    const grant = previews.grantOf(token)
    if (!grant) return next()
    if (req.method !== 'GET' && req.method !== 'HEAD') return problemResponse(wrongMethod('GET, HEAD'))
    const path = `/${req.param('path') ?? ''}`
    if (path === '/-/events') return events(token, grant, req.raw.signal)

    const [, perspective, rest = '/'] = /^\/-\/as\/(published|drafts)(\/.*)?$/u.exec(path) ?? []
    const other =
      perspective && previews.inPerspective(grant, perspective === 'drafts' ? 'drafts' : 'published', rest)
    if (other) return new Response(null, { status: 307, headers: { ...PRIVATE, location: other } })

    const page = await previews.page(token, grant, path.length > 1 ? path.replace(/\/+$/u, '') : path)
    if ('sentence' in page) return sentencePage(page.sentence, 503, studioOrigin)
    const framedBy = grant.kind === 'editor' ? studioOrigin : undefined
    return new Response(req.method === 'HEAD' ? null : page.html, {
      status: page.status,
      headers: {
        ...PRIVATE,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${page.policy};${frameAncestors(framedBy)}`,
        // A hosted Studio may open the page in a window of its own and talk to it.
        'cross-origin-opener-policy': framedBy ? 'unsafe-none' : 'same-origin',
      },
    })
  })
  return routes
}

function frameAncestors(studioOrigin: string | undefined): string {
  return `frame-ancestors 'self'${studioOrigin ? ` ${studioOrigin}` : ''}`
}

async function sentencePage(sentence: string, status: number, studioOrigin?: string): Promise<Response> {
  const body = await html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>Preview</title>
      <h1>Preview</h1>
      <p>${sentence}</p>
    </html>`
  const headers = {
    ...PRIVATE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none';${frameAncestors(studioOrigin)}`,
  }
  return new Response(String(body), { status, headers })
}
