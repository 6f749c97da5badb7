import { html, raw } from 'hono/html'
import { palette } from '../theme/tokens.ts'

/** What the bar of a preview says. */
export interface BarProps {
  kind: 'editor' | 'share'
  /** What is shown, such as `Drafts`. */
  shows: string
  /** `published`, `drafts`, `document`, or the names of a stack of releases with commas between. */
  perspective: string
  /** When the newest document shown was written, ISO 8601. */
  at: string
  /** Which reading of the drafts the page shows. */
  moment: string
  /** When the link ends, ISO 8601. */
  expires: string
  /** Address of the pages of this preview, without a trailing slash. */
  base: string
  /** Path of the page in the preview. */
  path: string
  /** Path of the page for visitors; undefined while they have none. */
  live: string | undefined
}

const { light } = palette

const STYLE = `
:host{position:fixed;z-index:2147483000;inset:auto 0 0 0;pointer-events:none;font:13px/20px system-ui,sans-serif}
.bar{pointer-events:auto;display:flex;flex-wrap:wrap;gap:2px 16px;align-items:center;width:fit-content;max-width:calc(100% - 16px);box-sizing:border-box;margin:0 auto 8px;padding:6px 14px;background:${light.inv};color:${light.invInk};border:1px solid ${light.rule2}}
b{font-weight:600}
time,span{color:${light.invInk2}}
a,button{font:inherit;background:none;border:0;padding:2px 0;color:${light.invInk};text-decoration:underline;text-underline-offset:3px;cursor:pointer}
:is(a,button):focus-visible{outline:2px solid ${light.invSignal};outline-offset:2px}
:host([data-framed]) .bar:not(:has(.state:not(:empty))),:host([data-framed]) .alone{display:none}
.watermark{position:fixed;inset:0;display:grid;place-items:center;overflow:hidden;font:600 clamp(28px,7vw,96px)/1 system-ui,sans-serif;color:${light.rule2};opacity:.28;transform:rotate(-24deg);user-select:none}
`

/** HTML in which every inserted value is escaped, unless it is `Markup` itself. */
export type Markup = ReturnType<typeof html>

/** The bar over a preview, in a shadow tree: its styles and the page's don't reach each other. */
export function barHtml(props: BarProps): Markup {
  const { kind, shows, perspective, at, moment, expires, base, path, live } = props
  const isShare = kind === 'share'
  const leave = isShare ? 'Published page' : 'Leave preview'
  const compare = `${base}/-/compare${path === '/' ? '' : encodedPath(path)}`
  return html`<preview-bar
    data-kind="${kind}"
    data-perspective="${perspective}"
    data-base="${base}"
    data-at="${at}"
    data-moment="${moment}"
    ><template shadowrootmode="open"
      ><style>
        ${raw(STYLE)}</style
      >${isShare ? html`<div class="watermark" aria-hidden="true">Draft, not published</div>` : ''}
      <div class="bar" role="region" aria-label="Preview">
        <b>${isShare ? 'Draft, not published' : shows}</b>
        <span>as of <time datetime="${at}">${timeOf(at)}</time></span>
        <span class="state" role="status"></span>
        ${
          isShare
            ? html`<span
                >link ends <time class="ends" datetime="${expires}">${minuteOf(expires)}</time></span
              >`
            : html`<a class="alone" href="${compare}">Compare</a>`
        }
        ${live === undefined ? '' : html`<a class="alone" href="${encodedPath(live)}">${leave}</a>`}
      </div></template
    ></preview-bar
  >`
}

/** A path as an address of this site, encoded so that no browser reads another host in it. */
export function encodedPath(path: string): string {
  const names = path.replace(/^\/+/, '').split('/')
  return `/${names.map((name) => encodeURIComponent(name.toWellFormed())).join('/')}`
}

function timeOf(at: string): string {
  return at === '' ? 'now' : `${at.slice(11, 19)} UTC`
}

/** With its time: a day alone is another one to most people than to UTC. */
function minuteOf(at: string): string {
  return `${at.slice(0, 10)}, ${at.slice(11, 16)} UTC`
}
