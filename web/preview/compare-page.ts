import { html, raw } from 'hono/html'
import type { PreviewPage } from '../../api/contract/previews.ts'
import { documentWords } from '../content/field-words.ts'
import type { Held } from '../content/hold-back.ts'
import { palette } from '../theme/tokens.ts'
import { encodedPath, type Markup } from './bar.ts'
import { LIVE_POLICY } from './policy.ts'

/** What is held, and what editors call it. */
type Titled = Held & { title: unknown }

/** The page that shows what is live and its draft: side by side, or one over the other with a divider between. */
export async function comparePage(props: {
  path: string
  base: string
  held: readonly Titled[]
}): Promise<PreviewPage> {
  const { path, base, held } = props
  const address = encodedPath(path)
  const frame = (side: string, title: string) =>
    html`<figure data-side="${side}">
      <figcaption>${title}</figcaption>
      <div class="pane">
        <iframe title="${title}" src="${base}/-/${side}${address}" sandbox="allow-same-origin"></iframe>
      </div>
    </figure>`
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Live and draft of ${path}</title>
        <style>
          ${raw(STYLE)}
        </style>
        <script type="module" src="/preview/-/compare.js"></script>
      </head>
      <body data-view="side">
        <header>
          <h1>${path}</h1>
          <a href="${base}${address}">Open the draft alone</a>
          <div role="group" aria-label="View">
            ${choice('view', 'side', 'Side by side', { isChosen: true })}${choice('view', 'over', 'One over the other')}
          </div>
          <div role="group" aria-label="Width">
            ${choice('width', 'fit', 'Fit', { isChosen: true })}${choice('width', '1280', 'Desktop')}
            ${choice('width', '768', 'Tablet')}${choice('width', '390', 'Phone')}
          </div>
          ${gateHtml(held)}
        </header>
        <main>
          ${frame('before', 'Live')}${frame('after', 'Draft')}
          <div
            class="divider"
            role="slider"
            tabindex="0"
            aria-label="Divider between live and draft"
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow="50"
          ></div>
        </main>
      </body>
    </html>`
  return { status: 200, html: String(page), policy: LIVE_POLICY }
}

function choice(name: string, value: string, title: string, { isChosen = false } = {}): Markup {
  return html`<button type="button" data-${name}="${value}" aria-pressed="${String(isChosen)}">
    ${title}
  </button>`
}

function gateHtml(held: readonly Titled[]): Markup {
  const faults = held.flatMap(({ faults: found, ...document }) =>
    found.map(({ message }) => ({ name: document._id && documentWords(document), message })),
  )
  if (faults.length === 0) return html`<p class="gate">Nothing would hold these drafts back.</p>`
  const count = faults.length === 1 ? 'One thing' : `${faults.length} things`
  return html`<details class="gate" open>
    <summary>${count} would hold these drafts back</summary>
    <ul>
      ${faults.map(({ name, message }) => html`<li>${name === '' ? '' : html`<b>${name}</b> `}${message}</li>`)}
    </ul>
  </details>`
}

const { light, dark } = palette

const STYLE = `
@view-transition{navigation:auto}
:root{color-scheme:light dark;--split:50%;--bg:light-dark(${light.bg},${dark.bg});--sheet:light-dark(${light.sheet},${dark.sheet});--ink:light-dark(${light.ink},${dark.ink});--ink2:light-dark(${light.ink2},${dark.ink2});--rule:light-dark(${light.rule},${dark.rule});--edge:light-dark(${light.rule2},${dark.rule2});--signal:light-dark(${light.signal},${dark.signal});--on-signal:light-dark(${light.onSignal},${dark.onSignal})}
*{box-sizing:border-box}
body{margin:0;height:100dvh;display:flex;flex-direction:column;font:14px/20px system-ui,sans-serif;background:var(--bg);color:var(--ink)}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;padding:10px 20px;background:var(--sheet);border-bottom:1px solid var(--edge)}
h1{font-size:16px;line-height:24px;margin:0}p,ul,figure{margin:0}
a{color:inherit;text-underline-offset:3px}
.gate{flex-basis:100%;color:var(--ink2)}summary{cursor:pointer;color:var(--signal);font-weight:600}
[role=group]{display:flex}
button{font:inherit;min-height:32px;padding:4px 12px;background:none;color:inherit;border:1px solid var(--edge);cursor:pointer}
button+button{border-inline-start:0}
button[aria-pressed=true]{background:var(--ink);color:var(--bg);border-color:var(--ink)}
:focus-visible{outline:2px solid var(--signal);outline-offset:2px}
main{position:relative;flex:1;min-height:0;display:grid;grid-template-columns:var(--split) minmax(0,1fr);grid-template-rows:minmax(0,1fr)}
figure{position:relative;display:flex;flex-direction:column;min-width:0;min-height:0;overflow:hidden}
figcaption{flex:none;padding:6px 20px;font-weight:600;border-bottom:1px solid var(--rule);background:var(--bg)}
.pane{position:relative;flex:1;min-height:0;overflow:hidden;background:light-dark(${light.sunk},${dark.sunk})}
iframe{position:absolute;inset-block-start:0;width:100%;height:100%;border:0;transform-origin:0 0;background:var(--sheet)}
[data-view=over] main{grid-template-columns:minmax(0,1fr)}
[data-view=over] figure{grid-area:1/1}
[data-view=over] [data-side=after]{clip-path:inset(0 0 0 var(--split))}
[data-side=after] figcaption{text-align:end}
.divider{position:absolute;inset-block:0;left:var(--split);width:24px;margin-left:-12px;cursor:col-resize;touch-action:none}
.divider::before{content:"";position:absolute;inset-block:0;left:11px;width:2px;background:var(--signal)}
.divider::after{content:"\\2039\\2002\\203A";position:absolute;top:50%;left:-10px;width:44px;height:44px;margin-top:-22px;display:grid;place-items:center;border-radius:50%;background:var(--signal);color:var(--on-signal);font:600 18px/1 system-ui,sans-serif}
.dragged iframe{pointer-events:none}
.dragged{user-select:none}
`
