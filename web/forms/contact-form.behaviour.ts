import { loadBotCheck } from './bot-check.ts'

/** The form can be sent in the last three states. */
type ContactState = 'loading' | 'failed' | 'sending' | 'ready' | 'success' | 'error'

/** Checking and sending is fetched at the first touch: a visitor who only reads needs none of it. */
const load = () => import('./contact-submit.ts')
const prepare = () => void load().catch(() => undefined)

/**
 * Keeps the contact form's state in its `data-state`, which its styles follow. The bot check is loaded as the page
 * opens, and again when the network returns; until it is there, nothing can be sent.
 */
export function attach(form: HTMLElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!(form instanceof HTMLFormElement) || !button) return
  const opened = Date.now()
  let state: ContactState = 'loading'

  const show = (next: ContactState) => {
    state = next
    form.dataset['state'] = next
    button.disabled = next === 'loading' || next === 'failed'
    const { unavailable, ready, sending } = button.dataset
    const words = next === 'sending' ? sending : ready
    button.textContent = (button.disabled ? unavailable : words) ?? ''
    // While sending, the button is disabled in a way that lets it keep the focus.
    button.ariaDisabled = next === 'sending' ? 'true' : null
  }
  const check = () => {
    if (!button.disabled) return
    loadBotCheck().then(
      () => show('ready'),
      (error: unknown) => {
        console.warn(error)
        show('failed')
      },
    )
  }
  const submit = async () => {
    show('sending')
    try {
      const { submitContact } = await load()
      const outcome = await submitContact(form, opened)
      // The outcome of an earlier message is not repeated for this one.
      show(outcome === 'refused' ? 'ready' : outcome)
    } catch (error) {
      console.warn(error)
      show('error')
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (state !== 'sending' && !button.disabled) void submit()
  })
  for (const touch of ['pointerover', 'focusin']) form.addEventListener(touch, prepare, { once: true })
  // The form may have the focus already.
  if (form.matches(':focus-within')) prepare()
  addEventListener('online', check)
  // A preview may change the button's labels.
  const attributeFilter = ['data-unavailable', 'data-ready', 'data-sending']
  new MutationObserver(() => show(state)).observe(button, { attributeFilter })
  show(state)
  check()
}
