import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { problemResponse } from '../contract/problem.ts'
import { notFound, wrongMethod } from '../contract/problems.ts'
import type { NodeEnv } from './client-address.ts'
import { fileResponse } from './file.ts'
import type { ReleaseSource } from './release.ts'

/** Where the Studio's build stands; `files` are those of the one that is ready. */
export interface StudioBuild {
  state: () => 'building' | 'ready' | 'failed'
  files: ReleaseSource
}

const RELOAD_S = 2

/**
 * For the Studio, wherever its content is; the page itself narrows it further. Scripts are files of this server alone,
 * whatever was injected into the page, and no page may frame the Studio.
 */
const POLICY =
  "script-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"
/** For a page of plain text, with the site's icon in its tab. */
const WORDS_POLICY =
  "default-src 'none';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/** Serves the Studio below its own address: its files, and its page at every path that it routes itself. */
export function studioRoutes({ state, files }: StudioBuild): Hono<NodeEnv> {
  return new Hono<NodeEnv>().all('*', async (c) => {
    const { req } = c
    if (req.method !== 'GET' && req.method !== 'HEAD') return problemResponse(wrongMethod('GET, HEAD'))
    if (state() !== 'ready') return notYet(c, state() === 'failed')
    const built = await files()
    const name = new URL(req.url).pathname.replace(/^\/studio\/?/u, '')
    const file = built.get(name) ?? (name.startsWith('assets/') ? undefined : built.get('index.html'))
    if (!file) return problemResponse(notFound)
    const answer = fileResponse(file, req.raw, 200)
    answer.headers.set('content-security-policy', POLICY)
    return answer
  })
}

function notYet(c: Context, failed: boolean): Response | Promise<Response> {
  const title = failed ? 'The Studio could not be built' : 'The Studio is being built'
  const text = failed
    ? 'The server’s output says why. Start the server again once that is mended.'
    : 'This takes a few seconds after a change of the code. The page reloads by itself.'
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      ${failed ? '' : html`<meta http-equiv="refresh" content="${RELOAD_S}" />`}
      <title>${title}</title>
      <h1>${title}</h1>
      <p>${text}</p>
    </html>`
  c.header('cache-control', 'no-store')
  c.header('content-security-policy', WORDS_POLICY)
  if (!failed) c.header('retry-after', String(RELOAD_S))
  return c.html(page, 503)
}
