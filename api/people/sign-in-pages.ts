import { html, raw } from 'hono/html'
import { signInFrame } from '../../studio/lake/http/sign-in-frame.ts'

const TITLE = 'Sign in to the Studio'
const TOKEN_PATH = '/v1/auth/login/token'

/** The page that asks for a mail address. @param fault a sentence about the last try; empty at the first */
export function askPage(fault: string) {
  const field = fault === '' ? '' : raw('aria-invalid="true" aria-describedby="fault"')
  const form = html`<form method="post">
      <label for="email">Email address</label>
      <input id="email" type="email" name="email" autocomplete="email" required autofocus ${field} />
      ${fault === '' ? '' : html`<p class="fault" id="fault" role="alert">${fault}</p>`}
      <button type="submit">Mail me a link</button>
    </form>
    <p class="other"><a href="${TOKEN_PATH}">Sign in with the access token</a></p>`
  return signInFrame(TITLE, form, { isFaulty: fault !== '' })
}

/** The page in its place if no mail is sent. */
export function askSomebodyPage() {
  return signInFrame(
    TITLE,
    html`<p>This site mails no links. Ask an administrator for one: it works once.</p>
      <p class="other"><a href="${TOKEN_PATH}">Sign in with the access token</a></p>`,
  )
}

/** The same page whether the address is somebody's or not. */
export function sentPage(lastsMs: number) {
  return signInFrame(
    'Check your mailbox',
    html`<p role="status">
        If this address is on the list of editors, a link is on its way to it. It works once, for
        ${lastsMs / 60_000} minutes.
      </p>
      <p class="other"><a href="/api/sign-in">Nothing came: ask again</a></p>`,
  )
}

/** The script of a link's page. It takes the token out of the address, so that it is in no history. */
export const LINK_SCRIPT = `document.querySelector('[name=token]').value=location.hash.slice(1);history.replaceState(null,'',location.pathname)`

/** The page of a link. It has a button because programs that scan mails open links. */
export function linkPage() {
  const form = html`<form method="post">
    <input type="hidden" name="token" />
    <p>This link signs you in on this device, for 12 hours.</p>
    <noscript><p class="fault">Signing in needs JavaScript, as the Studio does.</p></noscript>
    <button type="submit">Sign in</button>
  </form>`
  return signInFrame(TITLE, form, { script: LINK_SCRIPT })
}

/** The page of a sign-in that failed. @param sentence what was wrong */
export function refusedPage(sentence: string) {
  return signInFrame(
    TITLE,
    html`<p class="fault" role="alert">${sentence}</p>
      <p class="other"><a href="/api/sign-in">Ask for another link</a></p>`,
    { isFaulty: true },
  )
}
