import { whenShown } from '../browser/when.ts'
import { HOME, KEY } from './navigation.ts'

const DELAY = 200
/**
 * Whoever followed a link longer ago, in ms, is somewhere else by now: the page did not come, or came without
 * scripts.
 */
const LATEST = 10_000

/**
 * Where other pages' links to sections lead: home opens at its top and scrolls to the section 200 ms later, unless its
 * visitor has scrolled by then.
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
  if (scrollY > 0) return
  // Where it lies is known when all before it is laid out.
  delete document.documentElement.dataset['below']
  document.getElementById(section)?.scrollIntoView()
  history.replaceState(history.state, '', `#${section}`)
}
