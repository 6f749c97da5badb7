import { pathOnSite } from './path-on-site.ts'

/** The bar of this preview: what it says, and how to update it. */
export interface Bar {
  kind: string
  /** `published`, `drafts`, `document`, or the names of a stack of releases with commas between. */
  perspective: string
  /** Address of the pages of this preview; changes as the token is renewed. */
  base(): string
  /** Which moment of the drafts the page shows. */
  moment(): string
  rebase(base: string): void
  /** Takes over what the bar of a newer page says; its time only where that page is shown. */
  update(next: Document, isShown: boolean): void
  /** Shows why the page is not the newest; empty when all is well. */
  say(words: string): void
}

/** The bar of the page; undefined on a page without one. */
export function readBar(): Bar | undefined {
  const host = document.querySelector<HTMLElement>('preview-bar')
  const parts = host?.shadowRoot
  if (!host || !parts) return undefined
  const time = parts.querySelector('time')
  const ends = parts.querySelector<HTMLTimeElement>('.ends')
  const state = parts.querySelector('.state')
  const compare = parts.querySelector<HTMLAnchorElement>('a[href*="/-/compare"]')
  if (window.parent !== window) host.dataset['framed'] = ''

  function show(at: string): void {
    if (!time || at === '') return
    time.dateTime = at
    const moment = new Date(at)
    const isToday = moment.toDateString() === new Date().toDateString()
    time.textContent = isToday ? moment.toLocaleTimeString() : moment.toLocaleDateString()
  }
  show(host.dataset['at'] ?? '')
  if (ends)
    ends.textContent = new Date(ends.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

  function rebase(base: string): void {
    if (host) host.dataset['base'] = base
    if (compare) compare.href = base + pathOnSite(compare.pathname)
  }

  return {
    kind: host.dataset['kind'] ?? '',
    perspective: host.dataset['perspective'] ?? '',
    base: () => host.dataset['base'] ?? '',
    moment: () => host.dataset['moment'] ?? '',
    rebase,
    update: (next, isShown) => {
      const fresh = next.querySelector<HTMLElement>('preview-bar')
      if (!fresh) return
      host.dataset['moment'] = fresh.dataset['moment']
      rebase(fresh.dataset['base'] ?? '')
      if (isShown) show(fresh.dataset['at'] ?? '')
    },
    say: (words) => {
      if (state) state.textContent = words
    },
  }
}
