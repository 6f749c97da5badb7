import { html } from 'hono/html'
import { isOperational } from '../../api/contract/operational-error.ts'
import type { PreviewPage } from '../../api/contract/previews.ts'
import type { Documents } from '../content/documents.ts'
import { holdBack, type Held } from '../content/hold-back.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { renderSite } from '../publisher/render/render-site.ts'
import { renderWithFallback } from '../publisher/render/render-with-fallback.ts'
import { routesOf } from '../site/routes.tsx'
import type { Markup } from './bar.ts'
import { markChangedWords } from './changed-words.ts'
import { STILL_POLICY } from './policy.ts'
import { keepLinksIn } from './render-draft.ts'
import type { View } from './view.ts'

/** A page of a comparison, or why there is none. */
export type Side = { html: string } | { reason: string }

/** What is live, and its draft. */
type Sides = Record<'before' | 'after', Side>

export const NOT_PUBLISHED = 'This page is not published yet.'
export const NOT_RENDERED = 'The published page can’t be drawn.'
const NO_DRAFT = 'This draft can’t be shown yet.'

const STYLE =
  '<style>mark.changed{background:linear-gradient(transparent 14%,#FFD866 14% 88%,transparent 88%);color:#0D1612}</style>'
const SCRIPTS = /<script\b(?![^>]*ld\+json).*?<\/script>/gs

/** One side of a comparison: the page without scripts, with the words that the other side lacks marked. */
export async function comparedSide(
  sides: Sides,
  { side, base }: { side: keyof Sides; base: string },
): Promise<PreviewPage> {
  const shown = sides[side]
  if ('reason' in shown)
    return { status: 404, html: String(await reasonPage(shown.reason)), policy: STILL_POLICY }
  const marked = markChangedWords(htmlOf(sides.before), htmlOf(sides.after))[side]
  const page = keepLinksIn(marked, `${base}/-/${side}`)
    .replace(SCRIPTS, '')
    .replace('</head>', () => `${STYLE}</head>`)
  return { status: 200, html: page, policy: STILL_POLICY }
}

function htmlOf(side: Side): string {
  return 'html' in side ? side.html : ''
}

/** A side, rendered from documents. */
export async function renderSide(
  side: keyof Sides,
  { path, view }: { path: string; view: View },
  options: RenderOptions,
): Promise<Side> {
  try {
    const snapshot = view.snapshot()
    const route = routesOf(snapshot.content).find((candidate) => candidate.path === path)
    if (!route) return { reason: side === 'before' ? NOT_PUBLISHED : NO_DRAFT }
    const { html: page } = await renderPage(route, snapshot, options)
    return { html: page }
  } catch {
    return { reason: side === 'before' ? NOT_RENDERED : NO_DRAFT }
  }
}

function reasonPage(text: string): Markup {
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

/** What publishing every draft of a scope would hold back, and why: the gate, run ahead of time. */
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
    return [{ _id: '', _type: '', _rev: null, faults: error.sentences.map((message) => ({ message })) }]
  }
}
