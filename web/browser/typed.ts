import type { FindAgain } from './controls.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Remembers what is typed into an island's fields before hydration, which sets controlled fields back to their first
 * value. Returns a function that types it again, once React listens.
 * @see https://github.com/facebook/react/issues/12955
 */
export function keepTyped(element: HTMLElement): (findAgain: FindAgain) => void {
  const typed = new Map<TextField, string>()
  const note = (field: TextField): void => {
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  }
  const listen = ({ target }: Event): void => {
    if (isTextField(target)) note(target)
  }
  for (const field of element.querySelectorAll<TextField>('input, textarea'))
    if (isTextField(field)) note(field)
  element.addEventListener('input', listen)

  return (findAgain) => {
    element.removeEventListener('input', listen)
    for (const [typedInto, text] of typed) {
      const field = findAgain(typedInto) as TextField
      // React ignores an input event unless the value differs from the last one written through the `value` setter that
      // it defines on the element. The first write goes through that setter, the second past it, through the
      // prototype's.
      field.value = field.defaultValue
      const prototype = Object.getPrototypeOf(field) as TextField
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // React was not listening yet when the focus left.
      if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
    typed.clear()
  }
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden'].includes(target.type)
}
