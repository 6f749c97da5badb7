/**
 * A button that copies its `data-text`, which stands beside it, and says so with the toast in `data-toast`. What the
 * browser refuses to copy is marked there, for copying by hand, and the toast says it.
 */
export function attach(button: HTMLElement): void {
  button.addEventListener('click', () => void copy(button))
}

async function copy(button: HTMLElement): Promise<void> {
  const { text = '', toast = '' } = button.dataset
  let said = toast
  try {
    // As the calculator does: what both shared, the page would fetch as a file of its own before anybody copies.
    await navigator.clipboard.writeText(text)
  } catch {
    said = text
    if (button.parentElement) getSelection()?.selectAllChildren(button.parentElement)
  }
  try {
    const { requestToast } = await import('./toast-request.ts')
    requestToast(said)
  } catch (error) {
    console.warn(error)
  }
}
