/** Finds the control in the place of an earlier one: the same element, unless React has drawn its island anew. */
export type FindAgain = (control: HTMLElement) => HTMLElement

/**
 * Remembers the order of an island's buttons and fields, and which of them has the focus. React draws an island anew
 * whose text differs from its own, as on a page that the browser has translated. Returns a function that gives the
 * focus back, once React listens, and returns how to find a control again.
 */
export function rememberControls(element: HTMLElement): () => FindAgain {
  const before = controlsOf(element)
  let focused = document.activeElement
  const note = () => {
    focused = document.activeElement
  }
  element.addEventListener('focusin', note)

  return () => {
    element.removeEventListener('focusin', note)
    const after = controlsOf(element)
    const findAgain: FindAgain = (control) => after[before.indexOf(control)] ?? control
    // The focus of an element that is removed falls to the body.
    if (focused instanceof HTMLElement && !focused.isConnected && document.activeElement === document.body)
      findAgain(focused).focus({ preventScroll: true })
    return findAgain
  }
}

function controlsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('button, input, textarea')]
}
