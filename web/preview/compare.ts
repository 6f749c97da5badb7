import { html, raw } from 'hono/html'
import { isOperational } from '../../api/contract/operational-error.ts'
import { documentWords } from '../content/field-words.ts'
import { holdBack, type Held } from '../content/hold-back.ts'
import { renderPage, type RenderOptions } from '../publisher/render/render-page.tsx'
import { renderSite } from '../publisher/render/render-site.ts'
import { renderWithFallback } from '../publisher/render/render-with-fallback.ts'
import { routesOf } from '../site/routes.tsx'
import type { Documents } from '../content/documents.ts'
import { addressOf, type Markup } from './bar.ts'
import { markChangedWords } from './changed-words.ts'
import { LIVE_POLICY, STILL_POLICY } from './policy.ts'
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
      renderSite(snapshot, { ...options, withPolicy: true }),
    )
    return held
  } catch (error) {
    if (!isOperational(error)) throw error
    return [{ _id: '', _type: '', _rev: null, faults: error.sentences.map((sentence) => ({ sentence })) }]
  }
}

/** The page that shows both sides: next to each other, or one wiped over the other. */
export async function comparePage(props: {
  path: string
  base: string
  held: readonly Held[]
}): Promise<PreviewPage> {
  const { path, base, held } = props
  const address = addressOf(path)
  const frame = (side: string, title: string) =>
    html`<figure data-side="${side}">
      <figcaption>${title}</figcaption>
      <iframe title="${title}" src="${base}/-/${side}${address}" sandbox="allow-same-origin"></iframe>
    </figure>`
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Published and draft of ${path}</title>
        <style>
          ${raw(COMPARE_STYLE)}
        </style>
        <script type="module" src="/preview/-/compare.js"></script>
      </head>
      <body data-view="side">
        <header>
          <h1>${path}</h1>
          <a href="${base}${address}">Back to the draft</a>
          <div role="group" aria-label="View">
            <button type="button" data-view="side" aria-pressed="true">Side by side</button>
            <button type="button" data-view="swipe" aria-pressed="false">Swipe</button>
          </div>
          <label>Position of the swipe<input type="range" min="0" max="100" value="50" /></label>
          ${gateHtml(held)}
        </header>
        <main>${frame('before', 'Published')}${frame('after', 'Draft')}</main>
      </body>
    </html>`
  return { status: 200, html: String(page), policy: LIVE_POLICY }
}

function gateHtml(held: readonly Held[]): Markup {
  const faults = held.flatMap(({ faults: found, ...document }) =>
    found.map(({ sentence }) => ({ name: document._id && documentWords(document), sentence })),
  )
  if (faults.length === 0) return html`<p class="ok">Nothing would hold these drafts back.</p>`
  const count = faults.length === 1 ? 'One thing' : `${faults.length} things`
  return html`<details open>
    <summary>${count} would hold these drafts back</summary>
    <ul>
      ${faults.map(({ name, sentence }) => html`<li>${name === '' ? '' : html`<b>${name}</b> `}${sentence}</li>`)}
    </ul>
  </details>`
}

const COMPARE_STYLE = `
@view-transition{navigation:auto}
:root{color-scheme:light dark;--edge:#7B8880}
body{margin:0;height:100dvh;display:flex;flex-direction:column;font:14px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:6px 20px;align-items:center;padding:8px 16px;border-bottom:1px solid var(--edge)}
h1{font-size:15px;margin:0}p,ul,figure{margin:0}details,.ok{flex-basis:100%}
button{font:inherit;padding:4px 10px;background:none;color:inherit;border:1px solid var(--edge);cursor:pointer}
button[aria-pressed=true]{background:CanvasText;color:Canvas}
label{display:none}[data-view=swipe] label{display:flex;gap:8px;align-items:center}
main{flex:1;min-height:0;display:grid;grid-template-columns:1fr 1fr}
figure{display:flex;flex-direction:column;min-width:0;border-inline-end:1px solid var(--edge)}
figcaption{padding:4px 16px;font-weight:600}
iframe{flex:1;width:100%;border:0;background:Canvas}
[data-view=swipe] main{grid-template-columns:1fr}
[data-view=swipe] figure{grid-area:1/1;min-height:0}
[data-view=swipe] [data-side=after]{clip-path:inset(0 0 0 var(--swipe,50%))}
[data-view=swipe] [data-side=after] figcaption{text-align:end}
@media(max-width:800px){body:not([data-view=swipe]) main{grid-template-columns:1fr;grid-template-rows:1fr 1fr}}
`
