import { whenShown } from '../../browser/when.ts'
import { HOME, isPlainClick, KEY } from './navigation.ts'

/**
 * On the home page, links to its top scroll there. Where a section link of another page led here, what scrolls on to
 * the section is fetched.
 */
export function attach(): void {
  if (!HOME.test(location.pathname)) return
  addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[data-top]') && isPlainClick(event)) toTop(event)
  })
  // A prerendered page gets its visitor, and what they left in the storage, when it is shown.
  whenShown(fetchRemembered)
}

function fetchRemembered(): void {
  try {
    // The file that sections ask for as they come into view also scrolls to this one.
    if (KEY in sessionStorage) void import('./near.ts')
  } catch {
    // Where storage is forbidden, nothing was stored.
  }
}

function toTop(event: Event): void {
  event.preventDefault()
  history.replaceState(history.state, '', location.pathname)
  scrollTo(0, 0)
}
