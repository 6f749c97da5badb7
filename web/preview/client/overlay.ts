import { enableVisualEditing } from '@sanity/visual-editing/enable-visual-editing'
import type { Bar } from './bar.ts'
import { keepUsable } from './editing.ts'
import { allowIcons } from './icons.ts'
import { pathOnSite } from './path-on-site.ts'
import './editing.css'

/** Click-to-edit: a click on a text opens its field in the Studio. The Studio sees paths of the site, never a token. */
export function startOverlay(bar: Bar): void {
  const style = document.createElement('link')
  Object.assign(style, { rel: 'stylesheet', href: '/preview/-/overlay.css' })
  document.head.append(style)
  keepUsable()
  allowIcons()
  enableVisualEditing({
    zIndex: 2_147_482_000,
    history: {
      subscribe: (navigate) => {
        const report = () =>
          navigate({
            type: 'push',
            title: document.title,
            url: pathOnSite(location.pathname) + location.search + location.hash,
          })
        report()
        addEventListener('hashchange', report)
        addEventListener('popstate', report)
        return () => {
          removeEventListener('hashchange', report)
          removeEventListener('popstate', report)
        }
      },
      update: ({ type, url }) => {
        if (type === 'pop') return history.back()
        const { pathname, search, hash } = new URL(url, location.origin)
        const address = bar.base() + pathOnSite(pathname) + search + hash
        if (type === 'replace') location.replace(address)
        else location.assign(address)
      },
    },
    onPerspectiveChange: (perspective) => {
      // One name of Sanity's, or a stack of releases over drafts.
      const wanted = perspective === 'raw' || perspective === 'previewDrafts' ? 'drafts' : String(perspective)
      if (wanted !== bar.perspective)
        location.replace(`${bar.base()}/-/as/${wanted}${pathOnSite(location.pathname)}`)
    },
    // The page follows the drafts by itself, sooner than the Studio asks.
    refresh: ({ source }) => (source === 'manual' ? reload() : false),
  })
}

async function reload(): Promise<void> {
  location.reload()
}
