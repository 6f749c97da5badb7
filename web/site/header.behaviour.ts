const SCROLLED = 20

/** Marks the header once the page is scrolled more than 20 px: its paper then covers more. */
export function attach(header: HTMLElement): void {
  const update = () => header.toggleAttribute('data-scrolled', scrollY > SCROLLED)
  addEventListener('scroll', update, { passive: true })
  update()
}
