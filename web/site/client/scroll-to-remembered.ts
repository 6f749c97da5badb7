import { whenShown } from '../../browser/when.ts'
import { HOME, KEY } from './navigation.ts'

const DELAY_MS = 200
/**
 * A visitor who followed a link longer ago than this is somewhere else by now: the page did not come, or came without
 * scripts.
 */
const MAX_AGE_MS = 10_000

/**
 * Scrolls to the section that a link of another page led to: home opens at its top and scrolls 200 ms later, unless its
 * visitor has scrolled or opened the popup by then.
 */
export function goToRemembered(): void {
  if (HOME.test(location.pathname)) whenShown(scrollToRemembered)
}

function scrollToRemembered(): void {
  try {
    const [since, section] = sessionStorage.getItem(KEY)?.split('#') ?? []
    sessionStorage.removeItem(KEY)
    if (section && Date.now() - Number(since) < MAX_AGE_MS) setTimeout(scrollToSection, DELAY_MS, section)
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}

function scrollToSection(section: string): void {
  // A visitor who has scrolled, or opened the popup, is busy with something else by now.
  if (scrollY > 0 || 'locked' in document.documentElement.dataset) return
  // A navigation also sets the place from which Tab goes on; the head's inline script lays out all before it.
  location.replace(`#${section}`)
}
