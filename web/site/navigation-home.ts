import { whenShown } from '../browser/when.ts'
import { HOME, isPlainClick, KEY } from './navigation.ts'

const DELAY = 200
/** From the left, in px: on every screen. */
const WITHIN = 300

/** Where other pages' links to sections lead: home opens at its top and scrolls to the section 200 ms later. */
export function attach(): void {
  // A preview of home has it too, at another address.
  addEventListener('scroll', stay, { once: true })
  if (!HOME.test(location.pathname)) return
  addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[data-top]') && isPlainClick(event)) toTop(event)
  })
  // A page that is prepared ahead gets its visitor, and with them what was remembered, when it is shown.
  whenShown(scrollToRemembered)
}

/**
 * Whoever jumps far down stays at what they see there: it lies elsewhere once all above it has its height. A jump to a
 * section is a matter of the head's inline script.
 */
function stay(): void {
  if (scrollY < innerHeight || location.hash) return
  const seen = document.elementFromPoint(WITHIN, innerHeight / 2) ?? document.body
  const { top } = seen.getBoundingClientRect()
  delete document.documentElement.dataset['below']
  scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
}

function scrollToRemembered(): void {
  try {
    const section = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (section) setTimeout(scrollToSection, DELAY, section)
  } catch {
    // Where nothing may be stored, nothing was.
  }
}

function toTop(event: Event): void {
  event.preventDefault()
  history.replaceState(history.state, '', location.pathname)
  scrollTo(0, 0)
}

function scrollToSection(section: string): void {
  // Where it lies is known when all before it is laid out.
  delete document.documentElement.dataset['below']
  document.getElementById(section)?.scrollIntoView()
  history.replaceState(history.state, '', `#${section}`)
}
