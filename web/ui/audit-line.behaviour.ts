const REST = 0.12

/** Lets the audit line of an inner page follow how far the page is read. */
export function attach(line: HTMLElement): void {
  const done = line.querySelector<HTMLElement>('[data-done]')
  const update = () => {
    // 1 where all of the page is in view: then nothing is scrolled either.
    const range = document.documentElement.scrollHeight - innerHeight || 1
    if (done) done.style.transform = `scaleY(${Math.max(REST, scrollY / range)})`
    turnOverInk(line)
  }
  addEventListener('scroll', update)
  // Only a page that is shown is sure to have its size.
  requestAnimationFrame(update)
}

/**
 * Turns the line's colours where it crosses a band of ink. A narrow screen has no line, and would look at each
 * scroll.
 */
export function turnOverInk(line: HTMLElement): void {
  if (!line.clientHeight) return
  const middle = document.elementFromPoint(1, innerHeight / 2)
  line.toggleAttribute('data-on-ink', middle?.closest('[data-band=ink]') != null)
}
