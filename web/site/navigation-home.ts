import { whenShown } from '../browser/when.ts'
import { HOME, isPlainClick, KEY } from './navigation.ts'

const DELAY = 200

/** Where other pages' links to sections lead: home opens at its top and scrolls to the section 200 ms later. */
export function attach(): void {
  if (!HOME.test(location.pathname)) return
  addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[data-top]') && isPlainClick(event)) toTop(event)
  })
  // A page that is prepared ahead gets its visitor, and with them what was remembered, when it is shown.
  whenShown(scrollToRemembered)
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
