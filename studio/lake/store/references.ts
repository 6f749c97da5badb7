import { isRecord, type Fields, type LakeDocument } from '../document.ts'

/** Who refers to whom, weakly or not; found without a scan. */
export interface ReferenceIndex {
  /** Ids of the documents that refer to `id`. */
  referrers: (id: string) => ReadonlySet<string>
  replace: (before: LakeDocument | undefined, after: LakeDocument | undefined) => void
}

const NONE: ReadonlySet<string> = new Set()

export function createReferenceIndex(): ReferenceIndex {
  const index = new Map<string, Set<string>>()

  function replace(before: LakeDocument | undefined, after: LakeDocument | undefined): void {
    if (before !== undefined) {
      for (const target of allReferences(before)) forget(target, before._id)
    }
    if (after === undefined) return
    for (const target of allReferences(after)) {
      const known = index.get(target)
      if (known === undefined) index.set(target, new Set([after._id]))
      else known.add(after._id)
    }
  }

  function forget(target: string, id: string): void {
    const known = index.get(target)
    known?.delete(id)
    if (known?.size === 0) index.delete(target)
  }

  return { referrers: (id) => index.get(id) ?? NONE, replace }
}

/** The ids that must exist as long as the document does: those of references neither weak nor to other datasets. */
export function strongReferences(document: Fields): Set<string> {
  return collect(document, (reference) => reference['_weak'] !== true && reference['_dataset'] === undefined)
}

function allReferences(document: LakeDocument): Set<string> {
  return collect(document, () => true)
}

function collect(
  value: unknown,
  wanted: (reference: Fields) => boolean,
  found = new Set<string>(),
): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, wanted, found)
    return found
  }
  if (!isRecord(value)) return found
  const { _ref: target } = value
  if (typeof target === 'string' && wanted(value)) found.add(target)
  for (const item of Object.values(value)) collect(item, wanted, found)
  return found
}
