import { foldFrom } from '../../api/contract/redirect-paths.ts'

/** A link to a landing page, as stored: `href` is the page's address at the time it was chosen. */
export interface PageLink {
  href: string
  page: { _ref: string }
}

/** Whether a value is a link to a page: it leads to that page's address, whatever its `href` says. */
export function isPageLink(value: object): value is PageLink {
  if (!('page' in value) || !('href' in value) || typeof value.href !== 'string') return false
  const { page } = value
  return typeof page === 'object' && page !== null && '_ref' in page && typeof page._ref === 'string'
}

/** The variable that stands for the address of a page. */
export function pageVariable(id: string): string {
  return `page ${id}`
}

/** The variable that exists where a path is redirected, however the rule or a link spells it. */
export function redirectVariable(path: string): string {
  return `redirect ${foldFrom(path)}`
}

/**
 * The address of such a link: that of its page, or the stored one where that is redirected. Empty once the page is gone
 * and nothing leads on from its old address.
 */
export function addressOf({ href, page }: PageLink, lookup: (name: string) => string | undefined): string {
  const [path = '', rest = ''] = /^([^?#]*)(.*)$/su.exec(href)?.slice(1) ?? []
  const address = lookup(pageVariable(page._ref))
  if (address !== undefined) return address + rest
  return lookup(redirectVariable(path)) === undefined ? '' : href
}
