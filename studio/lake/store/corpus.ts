import { draftId, isDraftId, isVersionId, publishedId, type LakeDocument } from '../document.ts'
import { createView, type View } from './view.ts'

export const PERSPECTIVES = ['raw', 'published', 'drafts'] as const
export type Perspective = (typeof PERSPECTIVES)[number]

/** Every document in memory, as each perspective sees it. `version` grows with every change. */
export type Corpus = {
  get: (id: string) => LakeDocument | undefined
  view: (perspective: Perspective) => View
  version: () => number
  put: (document: LakeDocument) => void
  drop: (id: string) => void
}

/**
 * All perspectives are kept up to date as documents change, because a query must not pay for building one.
 * The cost is one more pointer per document and perspective, and a copy of every draft.
 */
export function createCorpus(documents: Iterable<LakeDocument>): Corpus {
  const views: Record<Perspective, View> = {
    raw: createView(),
    published: createView(),
    drafts: createView(),
  }
  let version = 0

  function refresh(id: string): void {
    version++
    if (isVersionId(id)) return
    const base = publishedId(id)
    const published = views.raw.get(base)
    const seen = views.raw.get(draftId(base)) ?? published
    if (!isDraftId(id)) place(views.published, base, published)
    place(views.drafts, base, seen && { ...seen, _id: base, _originalId: seen._id })
  }

  function put(document: LakeDocument): void {
    views.raw.put(document)
    refresh(document._id)
  }

  function drop(id: string): void {
    views.raw.drop(id)
    refresh(id)
  }

  for (const document of documents) put(document)
  return { get: views.raw.get, view: (perspective) => views[perspective], version: () => version, put, drop }
}

function place(view: View, id: string, document: LakeDocument | undefined): void {
  if (document === undefined) view.drop(id)
  else view.put(document)
}
