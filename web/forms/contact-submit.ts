import { sendMessage } from './send-contact.ts'
import { findErrors, type ValidationMessages } from './validate.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * Sends the form, and empties it once its message was received. `refused` where fields are invalid: each then says why.
 * Never throws.
 * @param opened when the form came to life, in ms since 1970
 */
export async function submitContact(
  form: HTMLFormElement,
  opened: number,
): Promise<'refused' | 'success' | 'error'> {
  const controls = [...form.querySelectorAll<Control>('input, textarea')]
  const errors = findErrors(form, JSON.parse(form.dataset['validation'] ?? '{}') as ValidationMessages)
  for (const control of controls) tell(control, errors[control.name])
  if (Object.keys(errors).length > 0) return 'refused'

  const text = (name: string) => controls.find((control) => control.name === name)?.value.trim() ?? ''
  const lock = (locked: boolean) => {
    for (const control of controls) control.readOnly = locked
  }
  lock(true)
  const received = await sendMessage(
    { name: text('name'), email: text('email'), message: text('message') },
    { opened, website: text('website') },
  )
  lock(false)
  if (received) form.reset()
  return received ? 'success' : 'error'
}

/** Shows or hides the sentence that stands below a field. */
function tell(control: Control, error: string | undefined): void {
  const message = document.getElementById(`${control.id}error`)
  const words = message?.querySelector('span')
  if (!message || !words) return
  words.textContent = error ?? ''
  message.hidden = error === undefined
  control.ariaInvalid = error === undefined ? null : 'true'
  if (error === undefined) control.removeAttribute('aria-describedby')
  else control.setAttribute('aria-describedby', message.id)
}
