import { whenShown } from '../browser/when.ts'
import { HOME, isPlainClick, KEY } from './navigation.ts'

const DELAY = 200

/** Where other pages' links to sections lead: home opens at its top and scrolls to the section 200 ms later. */
export function attach(): void {
  if (!HOME.has(location.pathname)) return
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-top]')
    if (link && isPlainClick(event)) toTop(event)
  })
  // A page that is prepared ahead gets its visitor, and with them what was remembered, when it is shown.
  void whenShown().then(scrollToRemembered)
}

function scrollToRemembered(): void {
  const section = recall()
  if (section) setTimeout(() => scrollToSection(section), DELAY)
}

function toTop(event: Event): void {
  event.preventDefault()
  history.replaceState(history.state, '', location.pathname)
  scrollTo({ top: 0 })
}

function scrollToSection(section: string): void {
  document.getElementById(section)?.scrollIntoView()
  history.replaceState(history.state, '', `#${section}`)
}

function recall(): string | null {
  try {
    const section = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return section
  } catch {
    return null
  }
}
