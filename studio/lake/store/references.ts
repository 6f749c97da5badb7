import { isRecord, type LakeDocument } from '../document.ts'

/** Who refers to whom by strong references; found without a scan. */
export type ReferenceIndex = {
  /** Ids of the documents that refer to `id` and so keep it from being deleted. */
  referrers: (id: string) => ReadonlySet<string>
  replace: (before: LakeDocument | undefined, after: LakeDocument | undefined) => void
}

const NONE: ReadonlySet<string> = new Set()

export function createReferenceIndex(): ReferenceIndex {
  const index = new Map<string, Set<string>>()

  function replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    if (before !== undefined) {
      for (const target of strongReferences(before)) index.get(target)?.delete(before._id)
    }
    if (after === undefined) return
    for (const target of strongReferences(after)) {
      const known = index.get(target)
      if (known === undefined) index.set(target, new Set([after._id]))
      else known.add(after._id)
    }
  }

  return { referrers: (id) => index.get(id) ?? NONE, replace }
}

/** The ids a document refers to within this dataset, those by weak references left out. */
export function strongReferences(document: LakeDocument): Set<string> {
  const found = new Set<string>()
  collect(document, found)
  return found
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found)
    return
  }
  if (!isRecord(value)) return
  const { _ref: target } = value
  const isStrong = value['_weak'] !== true && value['_dataset'] === undefined
  if (typeof target === 'string' && isStrong) found.add(target)
  for (const item of Object.values(value)) collect(item, found)
}
