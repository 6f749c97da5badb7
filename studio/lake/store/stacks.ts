import { draftId, publishedId, takesAway, versionId, type LakeDocument } from '../document.ts'
import { createView, placeIn, type View } from './view.ts'

/** Releases over drafts or not, the first on top: `['r1', 'drafts']`. What is published lies below all of them. */
export type Stack = readonly string[]

/** Views of stacks, built at first use and kept up to date from then on. */
export interface Stacks {
  view: (stack: Stack) => View
  /** Follows a change of any version of a document. */
  refresh: (id: string) => void
}

/** Most views kept. Each costs a copy of every document that differs from the published one. */
const MAX_KEPT = 8

export function createStacks(raw: View): Stacks {
  const kept = new Map<string, { stack: Stack; view: View }>()

  function make(stack: Stack): View {
    const view = createView(seenAs)
    const ids = new Set(raw.all().map(({ _id }) => publishedId(_id)))
    for (const id of [...ids].toSorted()) placeIn(view, id, seenIn(raw, stack, id))
    return view
  }

  return {
    view: (stack) => {
      const key = stack.join()
      const known = kept.get(key) ?? { stack, view: make(stack) }
      kept.delete(key)
      kept.set(key, known)
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return known.view
    },
    refresh: (id) => {
      const base = publishedId(id)
      for (const { stack, view } of kept.values()) placeIn(view, base, seenIn(raw, stack, base))
    },
  }
}

/** What a stored document is in a view of `seenIn`: nothing where another version lies over it. */
export function seenAs({ _id }: LakeDocument, get: View['get']): LakeDocument | undefined {
  const seen = get(publishedId(_id))
  return seen?.['_originalId'] === _id ? seen : undefined
}

/** The topmost version of a document, under its published id; none where that unpublishes it. */
export function seenIn(raw: Pick<View, 'get'>, stack: Stack, id: string): LakeDocument | undefined {
  for (const name of [...stack, 'published']) {
    const found = raw.get(idIn(name, id))
    if (found !== undefined)
      return takesAway(found) ? undefined : { ...found, _id: id, _originalId: found._id }
  }
  return undefined
}

/** The id that a document has in one layer of a stack. */
function idIn(layer: string, id: string): string {
  if (layer === 'published') return id
  return layer === 'drafts' ? draftId(id) : versionId(layer, id)
}
