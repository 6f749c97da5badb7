import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { collapseRedirects, type RedirectRule } from '../../api/contract/redirect-rules.ts'
import { slugOf, type Documents, type StoredDocument } from './documents.ts'

/**
 * The paths that lead somewhere: those of pages, further legal pages and landing pages included, and what is
 * redirected.
 */
export function knownPaths(documents: Documents): Set<string> {
  const known = pagePaths(documents)
  for (const from of Object.keys(collapseRedirects(rulesIn(documents), known).redirects)) known.add(from)
  return known
}

/** Where each path ends that is redirected: a path with its query and fragment, or an address. */
export function redirectsIn(documents: Documents): Record<string, string> {
  return collapseRedirects(rulesIn(documents), pagePaths(documents)).redirects
}

/** Where a document is a page of its own; none of others, which are a page by their id, or on several. */
export function pathOf(document: StoredDocument): string | undefined {
  const slug = OTHER_PAGES.has(document._type) ? slugOf(document) : undefined
  return slug === undefined ? undefined : `/${slug}`
}

function pagePaths(documents: Documents): Set<string> {
  const own = [...documents.values()].map(pathOf).filter((path) => path !== undefined)
  return new Set([...PAGE_PATHS, ...own])
}

const OTHER_PAGES = new Set(['legalPage', 'landingPage'])

/** Rules that are still being written redirect nothing. */
function rulesIn(documents: Documents): RedirectRule[] {
  const rules = documents.get('redirects')?.['rules']
  return ((Array.isArray(rules) ? rules : []) as (Partial<RedirectRule> | null)[]).filter(
    (rule): rule is RedirectRule => typeof rule?.from === 'string' && typeof rule.to === 'string',
  )
}
