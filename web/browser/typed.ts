type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Remembers what is typed into fields whose React is still on its way: it would not hear of that, and set controlled
 * fields back to what they held at first. Returns what gives the text back, once, as if it were typed then.
 */
export function keepTyped(element: HTMLElement): () => void {
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

  return () => {
    element.removeEventListener('input', listen)
    for (const [field, text] of typed) {
      // React keeps watch over each field's value to tell its own writes from a visitor's: this one is its own,
      field.value = field.defaultValue
      // and this one goes past it.
      const prototype = Object.getPrototypeOf(field) as TextField
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    typed.clear()
  }
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'hidden'].includes(target.type)
}
