import { turnOverInk } from '../ui/audit-line.behaviour.ts'

const VISIBLE = 0.3

/**
 * Lets the audit line reach the dot of the current section: at least 30 % of it is visible, or, where so much can't
 * fit, it covers half the viewport; of several, the one that covers most. Between two tall sections there may be none.
 */
export function attach(rail: HTMLElement): void {
  // The line is what it has first, and each dot leads to a section of this page.
  const line = rail.firstElementChild as HTMLElement
  const dots = [...rail.querySelectorAll('a')]
  const sections = dots.map((dot) => document.querySelector(dot.hash) as Element)

  const update = () => {
    const covers = sections.map(cover)
    // Where no section covers anything, none is current: none covers `Infinity`.
    const current = covers.indexOf(Math.max(...covers) || Infinity)
    dots.forEach((dot, i) => {
      if (current >= 0) dot.toggleAttribute('data-past', i < current)
      dot.ariaCurrent = i === current ? 'true' : null
    })
    const box = dots[current]?.getBoundingClientRect()
    if (box) line.style.transform = `scaleY(${(box.top + box.height / 2) / innerHeight})`
    turnOverInk(rail)
  }
  // Both come once a frame.
  addEventListener('scroll', update)
  addEventListener('resize', update)
  // Only a page that is shown is sure to have its size.
  requestAnimationFrame(update)
  // Escape takes the words beside a dot away, which lie over the page, until pointer or focus come to another place.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') rail.dataset['quiet'] = ''
  })
  addEventListener('pointerover', () => delete rail.dataset['quiet'])
  addEventListener('focusin', () => delete rail.dataset['quiet'])
}

/** Height in px that a section covers of the viewport; 0 while too little of it is visible. */
function cover(section: Element): number {
  const { top, bottom, height } = section.getBoundingClientRect()
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0)
  // As `watchVisible` counts, whose code this page would otherwise fetch as it opens.
  const share = height * VISIBLE
  return visible >= (share <= innerHeight ? share : innerHeight / 2) ? visible : 0
}
