import { isEmail, withAsciiDomain, withoutInvisible } from '../../api/contract/email.ts'
import { hasControls, isBroken, isVisible, withLineEnds } from '../../api/contract/readable.ts'
import { fill } from '../ui/fill.ts'

/** Messages for values that can't be sent; `tooLong` contains `{max}`. */
export interface ValidationMessages {
  email: string
  required: string
  tooLong: string
  unreadable: string
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** Removes invisible characters from an email field: the browser refuses them, and nobody could find them there. */
export function tidyEmail(input: HTMLInputElement): void {
  const email = withoutInvisible(input.value)
  // Browsers turn a domain into ASCII when somebody types it, but not when a script sets it.
  if (email !== input.value) input.value = withAsciiDomain(email)
}

/** Whether an email passes the browser's own check and the API's: an entry that the API refuses would be lost. */
export function isDeliverable(input: HTMLInputElement): boolean {
  return input.validity.valid && isEmail(input.value)
}

/** The message for each invalid control of a form, by name. Focuses the first one. */
export function findErrors(form: HTMLFormElement, messages: ValidationMessages): Record<string, string> {
  const errors: Record<string, string> = {}
  let first: Control | undefined
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) continue
    const error = errorOf(control, messages)
    if (!error) continue
    errors[control.name] = error
    first ??= control
  }
  first?.focus()
  return errors
}

function errorOf(control: Control, messages: ValidationMessages): string | undefined {
  const email = control instanceof HTMLInputElement && control.type === 'email' ? control : undefined
  if (email) tidyEmail(email)
  const text = control.value.trim()
  if (text === '') return control.required ? messages.required : undefined
  const max = Number(control.dataset['max'] ?? Infinity)
  const kind = control instanceof HTMLTextAreaElement ? 'text' : 'line'
  const fault = faultOf(text, { max, kind })
  if (fault === 'tooLong') return fill(messages.tooLong, { max: max.toLocaleString('en-US') })
  if (email) return isDeliverable(email) ? undefined : messages.email
  return fault && messages[fault]
}

interface TextField {
  /** In characters. */
  max: number
  /** Only a text may have several lines. */
  kind: 'line' | 'text'
}

/** Why the API would refuse a text, so that it can be said while the form is still there. */
export function faultOf(text: string, { max, kind }: TextField): 'tooLong' | 'unreadable' | undefined {
  if (text.length > max) return 'tooLong'
  const words = kind === 'text' ? withLineEnds(text) : text
  return isVisible(text) && !isBroken(text) && !hasControls(words, kind) ? undefined : 'unreadable'
}
