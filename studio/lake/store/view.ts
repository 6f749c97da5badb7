import type { LakeDocument } from '../document.ts'
import { insert, remove, type SortedList } from './sorted-list.ts'

/** The documents that one perspective sees, findable by id and by type without a scan. */
export type View = {
  all: readonly LakeDocument[]
  get: (id: string) => LakeDocument | undefined
  ofType: (type: string) => readonly LakeDocument[]
  put: (document: LakeDocument) => void
  drop: (id: string) => void
}

export function createView(): View {
  const byId = new Map<string, LakeDocument>()
  const byType = new Map<string, SortedList>()
  const all: SortedList = []

  function drop(id: string): void {
    const old = byId.get(id)
    if (old === undefined) return
    byId.delete(id)
    remove(all, id)
    remove(byType.get(old._type) ?? [], id)
  }

  function put(document: LakeDocument): void {
    if (byId.get(document._id)?._type !== document._type) drop(document._id)
    byId.set(document._id, document)
    insert(all, document)
    const list = byType.get(document._type)
    if (list === undefined) byType.set(document._type, [document])
    else insert(list, document)
  }

  return { all, get: (id) => byId.get(id), ofType: (type) => byType.get(type) ?? [], put, drop }
}
