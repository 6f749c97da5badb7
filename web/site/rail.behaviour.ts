import { turnOverInk } from './audit-line.behaviour.ts'

const VISIBLE = 0.3

/**
 * Draws the audit line up to the dot of the current section: at least 30 % of it is visible, or, where that much does
 * not fit, it covers half the viewport; of several, the one that covers most. Between two tall sections there may be
 * none.
 */
export function attach(rail: HTMLElement): void {
  // The line is the first child, and each dot leads to a section of this page.
  const line = rail.firstElementChild as HTMLElement
  const dots = [...rail.querySelectorAll('a')]
  const sections = dots.map((dot) => document.querySelector(dot.hash) as Element)

  const update = () => {
    const covers = sections.map(cover)
    // Where no section covers anything, the maximum is 0 and none is current: no section covers `Infinity`.
    const current = covers.indexOf(Math.max(...covers) || Infinity)
    dots.forEach((dot, i) => {
      if (current >= 0) dot.toggleAttribute('data-past', i < current)
      dot.ariaCurrent = i === current ? 'true' : null
    })
    const box = dots[current]?.getBoundingClientRect()
    if (box) line.style.transform = `scaleY(${(box.top + box.height / 2) / innerHeight})`
    turnOverInk(rail)
  }
  // Both events come at most once a frame.
  addEventListener('scroll', update)
  addEventListener('resize', update)
  // A page is only sure to have its size once it is shown.
  requestAnimationFrame(update)
  // Escape hides the words beside a dot, which lie over the page, until the pointer or the focus moves.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') rail.dataset['quiet'] = ''
  })
  addEventListener('pointerover', () => delete rail.dataset['quiet'])
  addEventListener('focusin', () => delete rail.dataset['quiet'])
}

/** How many px of the viewport's height a section covers; 0 while too little of it is visible. */
function cover(section: Element): number {
  const { top, bottom, height } = section.getBoundingClientRect()
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0)
  // As in `watchVisible`, whose code this page would otherwise fetch as it opens.
  const share = height * VISIBLE
  return visible >= (share <= innerHeight ? share : innerHeight / 2) ? visible : 0
}
