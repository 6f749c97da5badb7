/**
 * Copies the button's `data-text`, which stands beside it, and confirms it with the toast in `data-toast`. Where the
 * browser refuses, the text is selected for copying by hand, and the toast shows it.
 */
export function attach(button: HTMLElement): void {
  button.addEventListener('click', () => void copy(button))
}

async function copy(button: HTMLElement): Promise<void> {
  const { text = '', toast = '' } = button.dataset
  let said = toast
  try {
    // As the calculator does. If both shared it, it would be a file of its own, which the page would fetch before
    // anybody copies.
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
