/** Shows a toast with this text. The code for it is fetched now. */
export function requestToast(text: string): void {
  const labels = document.querySelector<HTMLElement>('[data-island=toasts]')?.dataset['props'] ?? '{}'
  // Fetched together, as the island's own file would ask for React only once it has come.
  Promise.all([import('./toasts.island.tsx'), import('../browser/mount.tsx')]).then(
    ([island]) => island.open(JSON.parse(labels), text),
    (error: unknown) => console.warn(error),
  )
}
