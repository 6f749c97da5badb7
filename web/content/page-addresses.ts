import { slugFault } from '../../api/contract/addresses.ts'
import { PAGE_PATHS } from '../../api/contract/pages.ts'
import type { Documents, StoredDocument } from './documents.ts'

const FIXED: ReadonlySet<string> = new Set(PAGE_PATHS)

interface AddressFault {
  document: string
  path: string
  sentence: string
}

/** Landing pages whose address is none, or another page's: of two with one address the first made has it. */
export function addressFaults(documents: Documents): AddressFault[] {
  const all = [...documents.values()]
  const taken = new Set(all.filter(({ _type }) => _type === 'legalPage').map(slugOf))
  return all
    .filter(({ _type }) => _type === 'landingPage')
    .toSorted(byAge)
    .flatMap((page) => {
      const slug = slugOf(page)
      // An empty address is a fault of its field.
      if (slug === '') return []
      const isTaken = FIXED.has(`/${slug}`) || taken.has(slug)
      taken.add(slug)
      const fault =
        slugFault(slug) ??
        (isTaken ? `/${slug} is another page of this site. Choose another address.` : undefined)
      return fault === undefined
        ? []
        : [{ document: page._id, path: 'slug', sentence: `“Address”: ${fault}` }]
    })
}

function slugOf(document: StoredDocument): string {
  return (document['slug'] as { current?: string } | undefined)?.current ?? ''
}

function byAge(one: StoredDocument, other: StoredDocument): number {
  const [first, second] = [one, other].map(({ _id, _createdAt }) => `${String(_createdAt)} ${_id}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
