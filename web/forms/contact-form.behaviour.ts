import { loadBotCheck } from './bot-check.ts'

/** A form can be sent in the last three. */
type ContactState = 'loading' | 'failed' | 'sending' | 'ready' | 'success' | 'error'

/** What checks and sends comes with the first touch: a visitor who reads on needs none of it. */
const load = () => import('./contact-submit.ts')
const prepare = () => void load().catch(() => undefined)

/**
 * The contact form's states, in its `data-state`: its styles show what belongs to each. The bot check is loaded as
 * the page opens, and tried again when the network returns; until it is there, nothing can be sent.
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
    // While it is sending, the button is disabled in a way that lets it keep the focus.
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
      // What became of an earlier message is not said again of this one.
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
  // A draft that is looked at brings other words.
  const attributeFilter = ['data-unavailable', 'data-ready', 'data-sending']
  new MutationObserver(() => show(state)).observe(button, { attributeFilter })
  show(state)
  check()
}
