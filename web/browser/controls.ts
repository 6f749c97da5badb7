/** Finds the control that stands where an earlier one stood: that one itself, unless React drew its island anew. */
export type FindAgain = (control: HTMLElement) => HTMLElement

/**
 * Remembers where an island's buttons and fields stand, and which of them has the focus: React draws an island anew
 * whose words are no longer its own, as on a page that the browser has translated. Returns what gives the focus back,
 * once React listens, and tells how to find a control again.
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
    // What is taken off the page has lost the focus to the body.
    if (focused instanceof HTMLElement && !focused.isConnected && document.activeElement === document.body)
      findAgain(focused).focus({ preventScroll: true })
    return findAgain
  }
}

function controlsOf(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('button, input, textarea')]
}
