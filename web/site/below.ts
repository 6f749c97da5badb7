/** From one step to the next, in ms: a slow phone lays out its clauses within a frame or two, and answers in between. */
const PAUSE = 50
/** Clauses of a step. Each step has the browser look over the whole page once, which half as many save half of. */
const AT_ONCE = 2
const left = [...document.querySelectorAll<HTMLElement>('main>section~section')]

/** Waits for a scroll with the layout of the rest: who only looks at the first screen has it alone laid out. */
export function layOutOnceRead(): void {
  if (scrollY > 0) layOutBelow()
  else addEventListener('scroll', layOutBelow, { once: true })
}

/** Lays out what a long page's first frame left below it (`Clauses` in `pages.tsx`), a few clauses after the other. */
function layOutBelow(): void {
  for (const clause of left.splice(0, AT_ONCE)) clause.style.contentVisibility = 'visible'
  if (left[0]) setTimeout(layOutBelow, PAUSE)
  else delete document.documentElement.dataset['below']
}
