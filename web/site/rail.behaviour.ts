import { turnOverInk } from '../ui/audit-line.behaviour.ts'

const VISIBLE = 0.3

/**
 * Lets the audit line reach the dot of the current section: at least 30 % of it is visible, or, where so much can't
 * fit, it covers half the viewport; of several, the one that covers most. Between two tall sections there may be none.
 */
export function attach(rail: HTMLElement): void {
  const dots = [...rail.querySelectorAll<HTMLAnchorElement>('a[data-section]')]
  const line = rail.querySelector<HTMLElement>('[data-done]')
  const sections = dots.map((dot) => document.getElementById(dot.dataset['section'] ?? ''))
  let queued = false

  const update = () => {
    queued = false
    const reach = mark(dots, sections)
    if (line && reach !== undefined) line.style.transform = `scaleY(${reach})`
    turnOverInk(rail)
  }
  const queue = () => {
    if (queued) return
    queued = true
    requestAnimationFrame(update)
  }
  addEventListener('scroll', queue)
  addEventListener('resize', queue)
  queue()
}

/** Marks the dots and returns how far down the rail the current one is, from 0 to 1. */
function mark(dots: readonly HTMLElement[], sections: readonly (HTMLElement | null)[]): number | undefined {
  const covers = sections.map(cover)
  // Where all of them cover nothing, none is current, as none covers so much.
  const current = covers.indexOf(Math.max(...covers) || Infinity)
  dots.forEach((dot, i) => {
    if (current >= 0) dot.toggleAttribute('data-past', i < current)
    dot.ariaCurrent = i === current ? 'true' : null
  })
  const box = dots[current]?.getBoundingClientRect()
  return box && (box.top + box.height / 2) / innerHeight
}

/** Height in px that a section covers of the viewport; 0 while too little of it is visible. */
function cover(section: HTMLElement | null): number {
  if (!section) return 0
  const { top, bottom, height } = section.getBoundingClientRect()
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0)
  // As `watchVisible` counts, whose code this page would otherwise fetch as it opens.
  const share = height * VISIBLE
  return visible >= (share <= innerHeight ? share : innerHeight / 2) ? visible : 0
}
