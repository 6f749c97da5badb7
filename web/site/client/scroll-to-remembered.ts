import { whenShown } from '../../browser/when.ts'
import { HOME, KEY } from './navigation.ts'

const DELAY = 200
/**
 * Whoever followed a link longer ago, in ms, is somewhere else by now: the page did not come, or came without
 * scripts.
 */
const LATEST = 10_000

/**
 * Where other pages' links to sections lead: home opens at its top and scrolls to the section 200 ms later, unless its
 * visitor has scrolled or opened the popup by then.
 */
export function goToRemembered(): void {
  if (HOME.test(location.pathname)) whenShown(scrollToRemembered)
}

function scrollToRemembered(): void {
  try {
    const [since, section] = sessionStorage.getItem(KEY)?.split('#') ?? []
    sessionStorage.removeItem(KEY)
    if (section && Date.now() - Number(since) < LATEST) setTimeout(scrollToSection, DELAY, section)
  } catch {
    // Where nothing may be stored, nothing was.
  }
}

function scrollToSection(section: string): void {
  // Whoever has scrolled, or opened the popup, is busy with something else by now.
  if (scrollY > 0 || 'locked' in document.documentElement.dataset) return
  // A navigation takes the place along from which Tab goes on; the head's inline script has all before it laid out.
  location.replace(`#${section}`)
}
