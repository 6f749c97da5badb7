const KEY = 'theme'
const root = document.documentElement
const systemDark = matchMedia('(prefers-color-scheme:dark)')

/** Switches the theme, remembers the choice, and follows a choice made in another tab. */
export function attach(button: HTMLElement): void {
  const name = () => {
    const label = isDark() ? button.dataset['toLight'] : button.dataset['toDark']
    if (label) button.setAttribute('aria-label', label)
  }
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // Storage can be forbidden: the choice then holds for this page only.
    }
    apply(theme)
  })
  addEventListener('storage', (event) => event.key === KEY && apply(event.newValue))
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
  dispatchEvent(new Event('themechange'))
}
