/** From one clause to the next, in ms: a slow phone lays out one within a frame or two, and answers in between. */
const PAUSE = 50
const left = [...document.querySelectorAll<HTMLElement>('main>section~section')]

/** Lays out what a long page's first frame left below it (`Clauses` in `pages.tsx`), one clause after the other. */
export function layOutBelow(): void {
  const clause = left.shift()
  if (!clause) {
    delete document.documentElement.dataset['below']
    return
  }
  clause.style.contentVisibility = 'visible'
  setTimeout(layOutBelow, PAUSE)
}
