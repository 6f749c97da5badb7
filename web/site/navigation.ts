import { whenShown } from '../browser/when.ts'

const KEY = 'scroll-to'
const DELAY = 200
const HOME = new Set(['/', '/home'])

/**
 * Section links from another page: home opens at its top and scrolls to the section 200 ms later.
 * The links are real ones, so that a new tab or a page without scripts jumps straight there.
 */
export function attach(): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link) return
    if (HOME.has(location.pathname)) return toTop(event, link)
    const section = link.dataset['section']
    if (!section || !remember(section)) return
    event.preventDefault()
    location.assign('/')
  })
  // A page that is prepared ahead gets its visitor, and with them what was remembered, when it is shown.
  if (HOME.has(location.pathname)) void whenShown().then(scrollToRemembered)
}

function scrollToRemembered(): void {
  const section = recall()
  if (section) setTimeout(() => scrollToSection(section), DELAY)
}

function toTop(event: Event, link: HTMLAnchorElement): void {
  if (link.dataset['top'] === undefined) return
  event.preventDefault()
  history.replaceState(history.state, '', location.pathname)
  scrollTo({ top: 0 })
}

function scrollToSection(section: string): void {
  document.getElementById(section)?.scrollIntoView()
  history.replaceState(history.state, '', `#${section}`)
}

function remember(section: string): boolean {
  try {
    sessionStorage.setItem(KEY, section)
    return true
  } catch {
    return false
  }
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
