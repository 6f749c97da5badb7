/**
 * From one step to the next, in ms: a slow phone lays out its sections within a frame or two, and answers in between.
 */
const PAUSE = 50
/** Sections of a step. Each step has the browser look over the whole page once: half as many steps, half of that. */
const AT_ONCE = 2
/** From the left, in px: on every screen. */
const WITHIN = 300
const { dataset } = document.documentElement
const left = [...document.querySelectorAll<HTMLElement>('main>section~section')]

/** Lays out the rest at the first scroll: a visitor who looks at the first screen alone need not wait for more. */
export function layOutOnceRead(): void {
  if (scrollY > 0) layOut()
  else addEventListener('scroll', layOut, { once: true })
}

/** A jump to a section is a matter of the head's inline script. */
function layOut(): void {
  if (scrollY < innerHeight || location.hash) layOutBelow()
  else stayOnceThere(-1)
}

/**
 * Whoever jumped far down stays at what they see there: it lies elsewhere once all above it has its height. For the End
 * key and the focus, the head's inline script has laid it out: they take a while to get there, and would be stopped on
 * their way wherever a busy device draws no frame for that long.
 */
function stayOnceThere(before: number): void {
  if (!('below' in dataset)) return
  if (scrollY === before) stay()
  else setTimeout(stayOnceThere, PAUSE, scrollY)
}

function stay(): void {
  const seen = document.elementFromPoint(WITHIN, innerHeight / 2) ?? document.body
  const { top } = seen.getBoundingClientRect()
  delete dataset['below']
  scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
}

/**
 * Lays out what a long page's first frame left below it (`Sections` in `pages.tsx`), a few sections after the other.
 */
function layOutBelow(): void {
  for (const section of left.splice(0, AT_ONCE)) section.style.contentVisibility = 'visible'
  if (left[0]) setTimeout(layOutBelow, PAUSE)
  else delete dataset['below']
}
