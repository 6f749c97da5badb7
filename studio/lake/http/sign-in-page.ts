import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

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
  .hint { margin: .5rem 0 0 }
`

// Its hash is that of every byte between the tags, so the tags are written here, too.
const STYLE_TAG = `<style>${STYLE}</style>`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page runs nothing, is shown in nobody's frame, and posts to its own origin. */
export const SIGN_IN_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Without a referrer at all, browsers would send the form with the origin "null".
  'referrer-policy': 'same-origin',
} as const

/**
 * The page that asks for the token.
 * @param back where to go on from there
 * @param fault a sentence about the last try; empty at the first
 */
export function signInPage(back: string, fault: string) {
  const field =
    fault === '' ? raw('aria-describedby="hint"') : raw('aria-invalid="true" aria-describedby="fault hint"')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${fault === '' ? '' : 'Error: '}Sign in to the Studio</title>
        ${raw(STYLE_TAG)}
      </head>
      <body>
        <main>
          <h1>Sign in to the Studio</h1>
          <form method="post">
            <input type="hidden" name="origin" value="${back}" />
            <label for="token">Access token</label>
            <input
              id="token"
              type="password"
              name="token"
              autocomplete="current-password"
              required
              autofocus
              ${field}
            />
            ${fault === '' ? '' : html`<p class="fault" id="fault" role="alert">${fault}</p>`}
            <p class="hint" id="hint">It is the value of LAKE_TOKEN that this site was started with.</p>
            <button type="submit">Sign in</button>
          </form>
        </main>
      </body>
    </html>`
}
