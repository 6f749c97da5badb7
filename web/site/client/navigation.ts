/**
 * Key in the session's storage of the section that another page's link leads to. The value is the time of the click, in
 * ms since 1970, `#`, and the section's anchor.
 */
export const KEY = 'scroll-to'
/** The home page's two addresses. */
export const HOME = /^\/(home)?$/

/**
 * Section links from another page: home opens at its top and scrolls to the section 200 ms later (there by
 * `scroll-to-remembered.ts`). They are real links, so that a new tab or a page without scripts jumps straight there.
 */
export function attach(): void {
  if (HOME.test(location.pathname)) return
  addEventListener('click', (event) => {
    if (!isPlainClick(event)) return
    const section = (event.target as Element).closest('a')?.dataset['section']
    if (!section) return
    try {
      sessionStorage.setItem(KEY, `${Date.now()}#${section}`)
      event.preventDefault()
      location.assign('/')
    } catch {
      // Where storage is forbidden, the link itself leads there.
    }
  })
}

/** Whether a click is unmodified and not handled yet: it opens neither a tab nor a window. */
export function isPlainClick(event: MouseEvent): boolean {
  const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && !event.button && !isElsewhere
}
