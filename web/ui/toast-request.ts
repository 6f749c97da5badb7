/** Shows a toast that says `text`. What shows it is fetched then. */
export function requestToast(text: string): void {
  const labels = document.querySelector<HTMLElement>('[data-island=toasts]')?.dataset['props'] ?? '{}'
  import('./toasts.island.tsx').then(
    (island) => island.open(JSON.parse(labels), text),
    (error: unknown) => console.warn(error),
  )
}
