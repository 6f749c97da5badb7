/** A link to a page of an editor's own, as it is stored: with where that stood when it was chosen. */
export interface PageLink {
  href: string
  page: { _ref: string }
}

/** Whether a value is a link that moves along with a page: its address is the page's, whatever the value says. */
export function isPageLink(value: object): value is PageLink {
  if (!('page' in value) || !('href' in value) || typeof value.href !== 'string') return false
  const { page } = value
  return typeof page === 'object' && page !== null && '_ref' in page && typeof page._ref === 'string'
}

/** The variable that stands for the address of a page. */
export function pageVariable(id: string): string {
  return `page ${id}`
}

/** The variable that is there where a path is redirected. */
export function redirectVariable(path: string): string {
  return `redirect ${path}`
}

/**
 * Where such a link leads: to its page, or on from where that stood. Empty once the page is gone and nothing leads on
 * from there.
 */
export function addressOf({ href, page }: PageLink, lookup: (name: string) => string | undefined): string {
  const [path = '', rest = ''] = /^([^?#]*)(.*)$/su.exec(href)?.slice(1) ?? []
  const address = lookup(pageVariable(page._ref))
  if (address !== undefined) return address + rest
  return lookup(redirectVariable(path)) === undefined ? '' : href
}
