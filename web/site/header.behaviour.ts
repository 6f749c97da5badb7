import { COLLAPSED } from '../browser/windows.ts'

/** How far the page is scrolled, in px, when it lies under the header's background. */
const SCROLLED = 20
const THEME_KEY = 'theme'
/** What an open menu covers: everything before and after the header, but what islands add on top, such as toasts. */
const COVERED = 'body>:not(header,[data-mounted])'
const root = document.documentElement
const systemDark = matchMedia('(prefers-color-scheme:dark)')

/** Marks the header once the page is scrolled more than 20 px: its background is less transparent then. */
export function attachHeader(element: HTMLElement): void {
  const update = () => element.toggleAttribute('data-scrolled', scrollY > SCROLLED)
  addEventListener('scroll', update)
  // Earlier, this would cost the page a layout more than the next frame has anyway.
  requestAnimationFrame(update)
}

/** Completes the native disclosure, a `details`: Escape and links close it, and what it covers can't be reached. */
export function attachMenu(element: HTMLDetailsElement): void {
  const summary = element.querySelector('summary') as HTMLElement
  const close = () => {
    element.open = false
  }
  const follow = () => {
    summary.ariaLabel = summary.dataset[element.open ? 'close' : 'open'] ?? null
    for (const part of document.querySelectorAll<HTMLElement>(COVERED)) part.inert = element.open
  }
  element.addEventListener('toggle', follow)
  // The wordmark beside an open menu is a link as well.
  addEventListener('click', (event) => {
    if ((event.target as Element).closest('header a')) close()
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !element.open) return
    close()
    summary.focus()
  })
  // Once the window is wide or high enough, the full header is back: a menu left open would keep the page locked.
  matchMedia(COLLAPSED).addEventListener('change', close)
  // The menu may be open already.
  follow()
}

/** Switches the theme, remembers the choice, and follows a choice made in another tab or on another page. */
export function attachTheme(button: HTMLElement): void {
  const name = () => {
    button.ariaLabel = button.dataset[isDark() ? 'toLight' : 'toDark'] ?? null
  }
  button.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem(THEME_KEY, chosen)
    } catch {
      // Where storage is forbidden, the choice holds for this page only.
    }
    apply(chosen)
  })
  addEventListener('storage', (event) => event.key === THEME_KEY && apply(event.newValue))
  addEventListener('pageshow', ({ persisted }) => {
    try {
      // Safari does not tell a page in its back-forward cache of a choice that was made meanwhile.
      if (persisted) apply(localStorage.getItem(THEME_KEY))
    } catch {
      // Where storage is forbidden, no other page has left a choice.
    }
  })
  addEventListener('themechange', name)
  systemDark.addEventListener('change', name)
  name()
}

function isDark(): boolean {
  const chosen = root.dataset['theme']
  return chosen ? chosen === 'dark' : systemDark.matches
}

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  // A browser's own bars only know the system's theme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]'))
    meta.content = getComputedStyle(root).backgroundColor
  dispatchEvent(new Event('themechange'))
}
