/** Shows a toast that says `text`. What shows it is fetched then. */
export function requestToast(text: string): void {
  const labels = document.querySelector<HTMLElement>('[data-island=toasts]')?.dataset['props'] ?? '{}'
  // The island's own file would ask for React only once it has come.
  Promise.all([import('./toasts.island.tsx'), import('../browser/mount.tsx')]).then(
    ([island]) => island.open(JSON.parse(labels), text),
    (error: unknown) => console.warn(error),
  )
}
