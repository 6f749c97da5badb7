import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { slugOf, type Documents, type StoredDocument } from './documents.ts'
import { collapse, rulesIn } from './redirects.ts'

/**
 * The paths that lead somewhere: those of all pages, legal and landing pages included, and those that are redirected.
 */
export function knownPaths(documents: Documents, { redirects } = redirectsIn(documents)): Set<string> {
  return new Set([...pagePaths(documents), ...Object.keys(redirects)])
}

/** The redirects of these documents, and what is wrong with their rules. */
export function redirectsIn(documents: Documents): ReturnType<typeof collapse> {
  return collapse(rulesIn(documents), pagePaths(documents))
}

/**
 * The path of a legal or landing page; undefined for other documents, which are pages by their fixed id, or parts of
 * several pages.
 */
export function pathOf(document: StoredDocument): string | undefined {
  const slug = OTHER_PAGES.has(document._type) ? slugOf(document) : undefined
  return slug === undefined ? undefined : `/${slug}`
}

const paths = new WeakMap<Documents, ReadonlySet<string>>()

/** The paths of pages, collected once for documents of one moment. */
export function pagePaths(documents: Documents): ReadonlySet<string> {
  const known = paths.get(documents)
  if (known) return known
  const own = new Set<string>(PAGE_PATHS)
  for (const document of documents.values()) {
    const path = pathOf(document)
    if (path !== undefined) own.add(path)
  }
  paths.set(documents, own)
  return own
}

const OTHER_PAGES = new Set(['legalPage', 'landingPage'])
