import { whenShown } from '../../browser/when.ts'
import { HOME, isPlainClick, KEY } from './navigation.ts'

/**
 * On home, links to its top scroll there; where another page's link to a section led here, what goes on to it comes.
 */
export function attach(): void {
  if (!HOME.test(location.pathname)) return
  addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[data-top]') && isPlainClick(event)) toTop(event)
  })
  // A page that is prepared ahead gets its visitor, and with them what was remembered, when it is shown.
  whenShown(fetchRemembered)
}

function fetchRemembered(): void {
  try {
    // What a section asks for as it is seen goes to it, too.
    if (KEY in sessionStorage) void import('./near.ts')
  } catch {
    // Where nothing may be stored, nothing was.
  }
}

function toTop(event: Event): void {
  event.preventDefault()
  history.replaceState(history.state, '', location.pathname)
  scrollTo(0, 0)
}
