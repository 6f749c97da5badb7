import { html, raw } from 'hono/html'
import { signInFrame } from './sign-in-frame.ts'

/**
 * The page that asks for the token.
 * @param back where to go on from there
 * @param fault a sentence about the last try; empty at the first
 */
export function signInPage(back: string, fault: string) {
  const field =
    fault === '' ? raw('aria-describedby="hint"') : raw('aria-invalid="true" aria-describedby="fault hint"')
  const form = html`<form method="post">
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
  </form>`
  return signInFrame('Sign in to the Studio', form, { isFaulty: fault !== '' })
}
