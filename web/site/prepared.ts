/** After this long on a link, its page is there: browsers begin to prepare it when 200 ms are over. */
const PREPARED_MS = 500

/**
 * Shows a page that was prepared ahead at once. The view transition softens a wait, and there is none: without a
 * graphics card, the picture it takes of the page before costs more than the change itself. No page is told what the
 * browser has prepared, so the time that a pointer rests on a link has to say it.
 */
export function showPreparedAtOnce(): void {
  let over: Element | null = null
  let since = 0
  addEventListener('pointerover', ({ target, timeStamp }) => {
    const link = (target as Element).closest('a')
    if (link !== over) since = timeStamp
    over = link
  })
  addEventListener('pageswap', ({ timeStamp, viewTransition }) => {
    if (over && timeStamp - since > PREPARED_MS) viewTransition?.skipTransition()
  })
}
