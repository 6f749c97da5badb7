/**
 * From one step to the next: a slow phone lays out the sections of a step within a frame or two, and can respond in
 * between.
 */
const STEP_MS = 50
/**
 * Sections per step. Each step makes the browser look over the whole page once, so larger steps mean fewer of those.
 */
const AT_ONCE = 2
/** A place on every screen, from the left, in px. */
const WITHIN = 300
const { dataset } = document.documentElement
const left = [...document.querySelectorAll<HTMLElement>('main>section~section')]

/** Lays out the rest at the first scroll: a visitor who looks only at the first screen does not pay for more. */
export function layOutOnceRead(): void {
  if (scrollY > 0) layOut()
  else addEventListener('scroll', layOut, { once: true })
}

/** The head's inline script handles jumps to a section. */
function layOut(): void {
  if (scrollY < innerHeight || location.hash) layOutBelow()
  else stayOnceThere(-1)
}

/**
 * Keeps the visitor who jumped far down at what they see there, which moves once all above it has its height. For the
 * End key and the focus, the head's inline script has laid out the page: they scroll for a while, and would be stopped
 * on the way wherever a busy device draws no frame for that long.
 */
function stayOnceThere(before: number): void {
  if (!('below' in dataset)) return
  if (scrollY === before) stay()
  else setTimeout(stayOnceThere, STEP_MS, scrollY)
}

function stay(): void {
  const seen = document.elementFromPoint(WITHIN, innerHeight / 2) ?? document.body
  const { top } = seen.getBoundingClientRect()
  delete dataset['below']
  scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
}

/** Lays out what a long page's first frame left below it (`Sections` in `pages.tsx`), a few sections at a time. */
function layOutBelow(): void {
  for (const section of left.splice(0, AT_ONCE)) section.style.contentVisibility = 'visible'
  if (left[0]) setTimeout(layOutBelow, STEP_MS)
  else delete dataset['below']
}
