import { html } from 'hono/html'
import { isOperational } from '../../api/contract/operational-error.ts'
import { holdBack, type Held } from '../content/hold-back.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { renderSite } from '../publisher/render/render-site.ts'
import { renderWithFallback } from '../publisher/render/render-with-fallback.ts'
import { routesOf } from '../site/routes.tsx'
import type { Documents } from '../content/documents.ts'
import type { Markup } from './bar.ts'
import { markChangedWords } from './changed-words.ts'
import { STILL_POLICY } from './policy.ts'
import { keepLinksIn, type PreviewPage } from './draw-page.ts'
import type { View } from './view.ts'

/** The published page and its draft. */
export interface Pair {
  published: View
  draft: View
}

const STYLE =
  '<style>mark.changed{background:linear-gradient(transparent 14%,#FFD866 14% 88%,transparent 88%);color:#0D1612}</style>'
const SCRIPTS = /<script\b(?![^>]*ld\+json).*?<\/script>/gs

/** One side of a comparison: the page without scripts, with the words that the other side lacks marked. */
export async function comparedSide(
  pair: Pair,
  { path, side, base }: { path: string; side: 'before' | 'after'; base: string },
  options: RenderOptions,
): Promise<PreviewPage> {
  const [before, after] = await Promise.all(
    [pair.published, pair.draft].map((view) => pageAt(path, view, options)),
  )
  if ((side === 'before' ? before : after) === undefined)
    return { status: 404, html: String(await notYet(side)), policy: STILL_POLICY }
  const marked = markChangedWords(before ?? '', after ?? '')[side]
  const page = keepLinksIn(marked, `${base}/-/${side}`)
    .replace(SCRIPTS, '')
    .replace('</head>', () => `${STYLE}</head>`)
  return { status: 200, html: page, policy: STILL_POLICY }
}

async function pageAt(path: string, view: View, options: RenderOptions): Promise<string | undefined> {
  try {
    const snapshot = view.snapshot()
    const route = routesOf(snapshot.content).find((candidate) => candidate.path === path)
    return route && (await renderPage(route, snapshot, options)).html
  } catch {
    return undefined
  }
}

function notYet(side: 'before' | 'after'): Markup {
  const text = side === 'before' ? 'This page is not published yet.' : 'This draft can’t be shown yet.'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>${text}</title>
      </head>
      <body>
        <p>${text}</p>
      </body>
    </html>`
}

/** What publishing every draft of a scope would hold back, and why: the gate, run before it matters. */
export async function heldBy(
  { published, draft }: { published: Documents; draft: Documents },
  options: RenderOptions,
): Promise<Held[]> {
  try {
    const candidate = holdBack({ fresh: draft, lastGood: published })
    const { held } = await renderWithFallback(candidate, (snapshot) =>
      renderSite(snapshot, { ...options, isReleased: true }),
    )
    return held
  } catch (error) {
    if (!isOperational(error)) throw error
    return [{ _id: '', _type: '', _rev: null, faults: error.sentences.map((sentence) => ({ sentence })) }]
  }
}
