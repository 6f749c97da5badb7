import { isDraftId, isPublicId, isVersionId, publishedId, type LakeDocument } from '../document.ts'
import { createReferenceIndex, type ReferenceIndex } from './references.ts'
import { createStacks, seenAs, seenIn, type Stack } from './stacks.ts'
import { createVersionIndex, type VersionIndex } from './versions.ts'
import { createView, placeIn, type View } from './view.ts'
import { weightOf } from './weight.ts'
import { createWordIndex, type WordIndex } from './words.ts'

export const PERSPECTIVES = ['raw', 'published', 'drafts'] as const
export type Perspective = (typeof PERSPECTIVES)[number]

/** `public` is what strangers may read: published documents without a dot in their id. */
export type ViewName = Perspective | 'public' | Stack

const DRAFTS: Stack = ['drafts']

/** Every document in memory, as each perspective sees it. `version` grows with every change. */
export interface Corpus {
  get: (id: string) => LakeDocument | undefined
  view: (name: ViewName) => View
  referrers: ReferenceIndex['referrers']
  versions: Pick<VersionIndex, 'ofDocument' | 'inRelease'>
  words: WordIndex
  version: () => number
  /** Memory that all documents together take, in characters. */
  weight: () => number
  put: (document: LakeDocument) => void
  drop: (id: string) => void
}

/**
 * Keeps all perspectives up to date as documents change, so that no query pays for building one. This costs a pointer
 * for each document and perspective, and a copy of every draft.
 */
export function createCorpus(documents: Iterable<LakeDocument>): Corpus {
  const views: Record<Perspective | 'public', View> = {
    public: createView((stored) => (isPublicId(stored._id) ? stored : undefined)),
    raw: createView((stored) => stored),
    published: createView((stored) => (publishedId(stored._id) === stored._id ? stored : undefined)),
    drafts: createView(seenAs),
  }
  const references = createReferenceIndex()
  const words = createWordIndex(views.raw.all)
  const versions = createVersionIndex()
  const stacks = createStacks(views.raw)
  let version = 0
  let weight = 0

  function refresh(id: string): void {
    version++
    stacks.refresh(id)
    if (isVersionId(id)) return
    const base = publishedId(id)
    if (!isDraftId(id)) {
      const published = views.raw.get(base)
      placeIn(views.published, base, published)
      if (isPublicId(id)) placeIn(views.public, base, published)
    }
    placeIn(views.drafts, base, seenIn(views.raw, DRAFTS, base))
  }

  function put(document: LakeDocument): void {
    references.replace(views.raw.get(document._id), document)
    words.replace(views.raw.get(document._id), document)
    weight += weightOf(document) - weightOf(views.raw.get(document._id))
    versions.add(document._id)
    views.raw.put(document)
    refresh(document._id)
  }

  function drop(id: string): void {
    references.replace(views.raw.get(id), undefined)
    words.replace(views.raw.get(id), undefined)
    weight -= weightOf(views.raw.get(id))
    versions.remove(id)
    views.raw.drop(id)
    refresh(id)
  }

  for (const document of documents) put(document)
  return {
    get: views.raw.get,
    view: (name) => (typeof name === 'string' ? views[name] : stacks.view(name)),
    referrers: references.referrers,
    versions,
    words,
    version: () => version,
    weight: () => weight,
    put,
    drop,
  }
}
