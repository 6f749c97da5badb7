const REST = 0.12

/** Draws the audit line of an inner page as far as the page is read. */
export function attach(line: HTMLElement): void {
  const done = line.querySelector<HTMLElement>('[data-done]')
  const update = () => {
    // 1 where the whole page is in view: then nothing can be scrolled.
    const range = document.documentElement.scrollHeight - innerHeight || 1
    if (done) done.style.transform = `scaleY(${Math.max(REST, scrollY / range)})`
    turnOverInk(line)
  }
  addEventListener('scroll', update)
  // A page is only sure to have its size once it is shown.
  requestAnimationFrame(update)
}

/**
 * Inverts the line's colours where it crosses a band of ink. A narrow screen has no line, and would hit-test at each
 * scroll for nothing.
 */
export function turnOverInk(line: HTMLElement): void {
  if (!line.clientHeight) return
  const middle = document.elementFromPoint(1, innerHeight / 2)
  line.toggleAttribute('data-on-ink', middle?.closest('[data-band=ink]') != null)
}
