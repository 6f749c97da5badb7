import { isPagePath } from '../../../api/contract/addresses.ts'
import type { Bar } from './bar.ts'
import { pathOnSite } from './path-on-site.ts'

/**
 * Keeps the reader in the preview: links that scripts made lead to drafts, too, and those that the server wrote use the
 * newest token. Forms are not sent, as they would reach the real inbox.
 */
export function stayInPreview(bar: Bar): void {
  // Captured at the window, before the page's own scripts hear of it.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || link.origin !== location.origin) return
      const path = pathOnSite(link.pathname)
      if (isPagePath(path)) link.href = bar.base() + path + link.search + link.hash
      // The page's own script would go to the published home page.
      delete link.dataset['section']
    },
    { capture: true },
  )
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      bar.say('Forms are not sent from a preview.')
    },
    { capture: true },
  )
}
