import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'

const STYLE = `
  :root { color-scheme: light dark; --fault: light-dark(#a3190b, #ff9a8d); --line: light-dark(#767676, #8f8f8f) }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#f6f6f8, #131418); color: light-dark(#1b1c20, #ececf0) }
  main { box-sizing: border-box; width: min(26rem, 100% - 2rem); padding: 2rem; border-radius: .5rem;
    background: light-dark(#fff, #1d1f25); box-shadow: 0 1px 4px rgb(0 0 0 / .25) }
  h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3 }
  label { display: block; font-weight: 600 }
  input, button { box-sizing: border-box; width: 100%; font: inherit; padding: .625rem .75rem; border-radius: .25rem }
  input { margin-top: .25rem; border: 1px solid var(--line); background: transparent; color: inherit }
  input[aria-invalid] { border-color: var(--fault) }
  button { margin-top: 1.25rem; border: 0; background: light-dark(#2440b3, #9db0ff); color: light-dark(#fff, #101225);
    font-weight: 600; cursor: pointer }
  :focus-visible { outline: 3px solid light-dark(#2440b3, #9db0ff); outline-offset: 2px }
  .fault { margin: .5rem 0 0; color: var(--fault) }
  .hint, .other { margin: .5rem 0 0 }
  .other { margin-top: 1.25rem }
  a { color: inherit }
`

// The hash covers every byte between the tags, so the tags are written here, too.
const STYLE_TAG = `<style>${STYLE}</style>`

/**
 * Headers of a sign-in page: it can't be framed, posts to its own origin, and may load an image from there, as Firefox
 * counts its icon as one.
 * @param script the only script it may run; none by default
 */
export function signInHeaders(script?: string) {
  const scripts = script === undefined ? '' : ` script-src '${hashOf(script)}';`
  return {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; img-src 'self'; style-src '${hashOf(STYLE)}';${scripts} form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // Without a referrer at all, browsers would send the form with the origin "null".
    'referrer-policy': 'same-origin',
  } as const
}

/**
 * A sign-in page.
 * @param content HTML below the title
 * @param script what it runs, and its headers allow
 */
export function signInFrame(
  title: string,
  content: ReturnType<typeof html>,
  { isFaulty = false, script }: { isFaulty?: boolean; script?: string } = {},
) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${isFaulty ? 'Error: ' : ''}${title}</title>
        ${raw(STYLE_TAG)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${script === undefined ? '' : raw(`<script>${script}</script>`)}
      </body>
    </html>`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
