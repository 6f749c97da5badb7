import { isEmail } from '../../api/contract/email.ts'
import { hasControls, isBroken, isVisible } from '../../api/contract/readable.ts'
import { fill } from '../ui/fill.ts'

/** Sentences for values that can't be sent; `tooLong` names `{max}`. */
export interface ValidationMessages {
  email: string
  required: string
  tooLong: string
  unreadable: string
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** Whether the browser's own check lets an email pass, and the API's: what that refused would be lost. */
export function isDeliverable(input: HTMLInputElement): boolean {
  return input.validity.valid && isEmail(input.value)
}

/** The sentence for each control of a form that can't be sent, by name; focuses the first one. */
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
  const text = control.value.trim()
  if (text === '') return control.required ? messages.required : undefined
  const max = Number(control.dataset['max'] ?? Infinity)
  const fault = faultOf(text, max, control instanceof HTMLTextAreaElement)
  if (fault === 'tooLong') return fill(messages.tooLong, { max: max.toLocaleString('en-US') })
  if (control instanceof HTMLInputElement && control.type === 'email')
    return isDeliverable(control) ? undefined : messages.email
  return fault && messages[fault]
}

/** What the API would refuse a text for: to be said while the form is still there. */
export function faultOf(text: string, max: number, lines: boolean): 'tooLong' | 'unreadable' | undefined {
  if (text.length > max) return 'tooLong'
  return isVisible(text) && !isBroken(text) && !hasControls(text, lines) ? undefined : 'unreadable'
}
