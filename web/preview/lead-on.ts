import { getPublishedId, isPublishedId } from '@sanity/client/csm'
import { slugFault } from '../../api/contract/addresses.ts'
import type { StoredDocument } from '../content/documents.ts'
import { pathOf, redirectsIn } from '../content/paths.ts'
import type { NoticeWords } from './notice.tsx'
import type { View } from './view.ts'

const DELETED: NoticeWords = {
  title: 'This draft was deleted',
  text: 'It is not there any more. Ask whoever sent the link for another one.',
}
const WITHOUT_ADDRESS: NoticeWords = {
  title: 'This page has no address now',
  text: 'What its draft says can’t be used as one. The page appears by itself once it has another.',
}

/**
 * Where to lead from a path that is no page of a view: to the page that stood there before its address changed, or
 * where the redirects of the view lead.
 * @param pages paths of the view's pages
 * @returns one of them, perhaps with a query and an anchor, or why there is none; nothing where nothing is known
 */
export function leadOn(
  view: View,
  path: string,
  pages: ReadonlySet<string>,
): string | NoticeWords | undefined {
  const { documents, reading, scope } = view
  const placeOf = (id: string): string | undefined => {
    const document = documents.get(id)
    const place = document && pathOf(document)
    return place !== undefined && pages.has(place) ? place : undefined
  }
  const stored = reading.documents.filter((document) => pathOf(document) === path)
  const published = stored.find(({ _id }) => isPublishedId(_id))?._id
  const moved = published === undefined ? undefined : placeOf(published)
  if (moved !== undefined) return moved

  const target = redirectsIn(documents).redirects[path.toLowerCase()]
  if (target !== undefined) return pages.has(target.replace(/[?#].*$/su, '')) ? target : leadsTo(target)

  const id = published ?? reading.left.get(path) ?? sharedAt(view, path, stored)
  if (id === undefined) return undefined
  if (documents.has(id)) return placeOf(id) ?? WITHOUT_ADDRESS
  return scope.perspective === 'document' && scope.document === id ? DELETED : undefined
}

/**
 * The document of a view that shows one draft alone, for a link that is older than its address. Undefined where another
 * document is stored at that path, or the document is no page of its own.
 */
function sharedAt(
  { documents, scope }: View,
  path: string,
  stored: readonly StoredDocument[],
): string | undefined {
  if (scope.perspective !== 'document' || slugFault(path.slice(1)) !== undefined) return undefined
  const { document: id } = scope
  const document = documents.get(id)
  const isOther =
    stored.some(({ _id }) => getPublishedId(_id) !== id) || (document && pathOf(document) === undefined)
  return isOther ? undefined : id
}

/** The notice for a redirect to a file or another site, neither of which is in a preview. */
function leadsTo(address: string): NoticeWords {
  return {
    title: 'This address leads elsewhere',
    text: `Its visitors are led to ${address}, which is no page of this site.`,
  }
}
