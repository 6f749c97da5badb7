import { slugFault } from '../../api/contract/addresses.ts'
import { MAX_PARTS } from '../../api/contract/limits.ts'
import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { byAge, slugOf, type Documents, type StoredDocument } from './documents.ts'
import type { ContentFault } from './fault.ts'

const FIXED: ReadonlySet<string> = new Set(PAGE_PATHS)

/**
 * Faults of landing pages: an invalid address, the address of another page, or more parts than a publish should render.
 * Of two pages with one address, the older one has it.
 */
export function landingFaults(documents: Documents): ContentFault[] {
  const pages: StoredDocument[] = []
  const taken = new Set<string>()
  for (const document of documents.values()) {
    if (document._type === 'landingPage') pages.push(document)
    else if (document._type === 'legalPage') taken.add(slugOf(document) ?? '')
  }
  return pages.toSorted(byAge).flatMap((page) => {
    const slug = slugOf(page) ?? ''
    // A missing slug is a fault that inspection.ts finds.
    if (slug === '' && !page['slug']) return []
    const isTaken = FIXED.has(`/${slug}`) || taken.has(slug)
    taken.add(slug)
    const fault =
      slugFault(slug) ??
      (isTaken ? `/${slug} is another page of this site. Choose another address.` : undefined)
    const own = fault === undefined ? [] : [{ path: 'slug', message: `“Address”: ${fault}` }]
    return [...own, ...tooManyParts(page)].map((one) => ({ document: page._id, ...one }))
  })
}

function tooManyParts({ blocks }: StoredDocument): Omit<ContentFault, 'document'>[] {
  if (!Array.isArray(blocks) || blocks.length <= MAX_PARTS) return []
  return [
    { path: 'blocks', message: `“Parts”: There is room for ${MAX_PARTS} parts. Split the page in two.` },
  ]
}
