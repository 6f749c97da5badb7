import { messageOf, OperationalError } from '../../api/contract/operational-error.ts'

const LOGIN_PATH = '/v1/auth/login/token'
const USER_PATH = '/v1/users/me'

const STYLE = `
  dialog { width: min(26rem, 100% - 2rem); box-sizing: border-box; padding: 2rem; border: 0; border-radius: .5rem;
    font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; color: light-dark(#1b1c20, #ececf0);
    background: light-dark(#fff, #1d1f25); box-shadow: 0 2px 16px rgb(0 0 0 / .4) }
  dialog::backdrop { background: rgb(0 0 0 / .5) }
  h2 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
  p { margin: 0 0 1rem }
  label { display: block; font-weight: 600 }
  input, button { box-sizing: border-box; width: 100%; font: inherit; padding: .625rem .75rem; border-radius: .25rem }
  input { margin-top: .25rem; border: 1px solid light-dark(#767676, #8f8f8f); background: transparent; color: inherit }
  a { color: inherit }
  #other { margin: 1.25rem 0 0 }
  button { margin-top: 1.25rem; border: 0; font-weight: 600; cursor: pointer;
    background: light-dark(#2440b3, #9db0ff); color: light-dark(#fff, #101225) }
  :focus-visible { outline: 3px solid light-dark(#2440b3, #9db0ff); outline-offset: 2px }
  output { display: block; margin-top: .5rem; color: light-dark(#a3190b, #ff9a8d) }
`

// It comes up while somebody types: in the field for the token, copy would go on unseen.
const MARKUP = `
  <dialog aria-labelledby="title" aria-describedby="why" closedby="none">
    <form>
      <h2 id="title" tabindex="-1" autofocus>Sign in again</h2>
      <p id="why">Your session has ended. What you typed is kept, and saved as soon as you are back.</p>
      <label for="token">Access token</label>
      <input id="token" type="password" autocomplete="current-password" required aria-describedby="fault" />
      <output id="fault" role="alert"></output>
      <button>Sign in</button>
      <p id="other">Or <a href="/api/sign-in" target="_blank" rel="noopener">sign in with a link</a> in another tab of
        this browser, and come back. Where you can’t, ask an administrator.</p>
    </form>
  </dialog>
`

/** Asks for the token in a dialog over the Studio, whose form stays as it is. Resolves when there is a session. */
export function askForToken(): Promise<void> {
  const host = document.createElement('div')
  // A shadow root keeps the Studio's styles out, and these in.
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = `<style>${STYLE}</style>${MARKUP}`
  document.body.append(host)
  const dialog = find(root, 'dialog')
  const input = find(root, 'input')
  const fault = find(root, 'output')

  const { promise, resolve } = Promise.withResolvers<void>()
  const done = new AbortController()
  const typedIn = document.activeElement
  function finish(): void {
    done.abort()
    host.remove()
    // A dialog that is removed gives the focus to nobody, unlike one that is closed.
    if (typedIn instanceof HTMLElement) typedIn.focus({ preventScroll: true })
    resolve()
  }
  async function submit(): Promise<void> {
    try {
      await signIn(input.value)
      finish()
    } catch (error) {
      fault.textContent = messageOf(error)
      input.setAttribute('aria-invalid', 'true')
      input.select()
    }
  }

  dialog.addEventListener('cancel', (event) => event.preventDefault())
  // If a browser closes it anyway, the Studio's own sign-in page remains.
  dialog.addEventListener('close', () => location.reload())
  find(root, 'form').addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  // The editor may sign in in another tab and come back to this one.
  for (const [target, name] of [
    [window, 'focus'],
    [document, 'visibilitychange'],
  ] as const) {
    target.addEventListener(name, () => void isSignedIn().then((is) => is && finish()), {
      signal: done.signal,
    })
  }
  dialog.showModal()
  return promise
}

async function isSignedIn(): Promise<boolean> {
  return fetch(USER_PATH).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** @throws OperationalError when the token is refused, or the server is away. */
async function signIn(token: string): Promise<void> {
  const body = new URLSearchParams({ token })
  const answer = await fetch(LOGIN_PATH, { method: 'POST', body, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new OperationalError('The server is away. Try again in a moment.', { cause: error })
    },
  )
  if (answer.type === 'opaqueredirect') return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const refusal = page.querySelector('[role=alert]')?.textContent
  throw new OperationalError(refusal ?? `The server answered ${answer.status}.`)
}

function find<Tag extends keyof HTMLElementTagNameMap>(
  root: ShadowRoot,
  tag: Tag,
): HTMLElementTagNameMap[Tag] {
  const found = root.querySelector(tag)
  if (!found) throw new TypeError(`The dialog has no ${tag}.`)
  return found
}
