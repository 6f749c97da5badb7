/** A button that copies its `data-text` and says so with the toast in `data-toast`. */
export function attach(button: HTMLElement): void {
  button.addEventListener(
    'click',
    () => void copy(button.dataset['text'] ?? '', button.dataset['toast'] ?? ''),
  )
}

async function copy(text: string, toast: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    const { requestToast } = await import('./toast-request.ts')
    requestToast(toast)
  } catch (error) {
    console.warn(error)
  }
}
