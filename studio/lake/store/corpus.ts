import { draftId, isDraftId, isPublicId, isVersionId, publishedId, type LakeDocument } from '../document.ts'
import { createReferenceIndex, type ReferenceIndex } from './references.ts'
import { createWordIndex, type WordIndex } from './words.ts'
import { createView, type View } from './view.ts'

export const PERSPECTIVES = ['raw', 'published', 'drafts'] as const
export type Perspective = (typeof PERSPECTIVES)[number]

/** `public` is what a stranger may read: published, and with no dot in its id. */
export type ViewName = Perspective | 'public'

/** Every document in memory, as each perspective sees it. `version` grows with every change. */
export interface Corpus {
  get: (id: string) => LakeDocument | undefined
  view: (name: ViewName) => View
  referrers: ReferenceIndex['referrers']
  words: WordIndex
  version: () => number
  put: (document: LakeDocument) => void
  drop: (id: string) => void
}

/**
 * All perspectives are kept up to date as documents change, because a query must not pay for building one.
 * The cost is one more pointer per document and perspective, and a copy of every draft.
 */
export function createCorpus(documents: Iterable<LakeDocument>): Corpus {
  const views: Record<ViewName, View> = {
    public: createView(),
    raw: createView(),
    published: createView(),
    drafts: createView(),
  }
  const references = createReferenceIndex()
  const words = createWordIndex(views.raw.all)
  let version = 0

  function refresh(id: string): void {
    version++
    if (isVersionId(id)) return
    const base = publishedId(id)
    const published = views.raw.get(base)
    const seen = views.raw.get(draftId(base)) ?? published
    if (!isDraftId(id)) {
      place(views.published, base, published)
      if (isPublicId(id)) place(views.public, base, published)
    }
    place(views.drafts, base, seen && { ...seen, _id: base, _originalId: seen._id })
  }

  function put(document: LakeDocument): void {
    references.replace(views.raw.get(document._id), document)
    words.replace(views.raw.get(document._id), document)
    views.raw.put(document)
    refresh(document._id)
  }

  function drop(id: string): void {
    references.replace(views.raw.get(id), undefined)
    words.replace(views.raw.get(id), undefined)
    views.raw.drop(id)
    refresh(id)
  }

  for (const document of documents) put(document)
  return {
    get: views.raw.get,
    view: (name) => views[name],
    referrers: references.referrers,
    words,
    version: () => version,
    put,
    drop,
  }
}

function place(view: View, id: string, document: LakeDocument | undefined): void {
  if (document === undefined) view.drop(id)
  else view.put(document)
}
