/** Completes the native disclosure: Escape and links close it, what it covers can't be reached. */
export function attach(element: HTMLElement): void {
  if (!(element instanceof HTMLDetailsElement)) return
  const summary = element.querySelector('summary')
  const covered = document.querySelectorAll<HTMLElement>('main, footer')
  const close = () => {
    element.open = false
  }
  element.addEventListener('toggle', () => {
    const label = element.open ? summary?.dataset['close'] : summary?.dataset['open']
    if (label) summary?.setAttribute('aria-label', label)
    for (const part of covered) part.inert = element.open
  })
  element.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) close()
  })
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return
    close()
    summary?.focus()
  })
  // Turned or widened, the full header is back: a menu left open would keep the page locked.
  matchMedia('(max-width:767px),(max-height:499px)').addEventListener('change', close)
}
