import type { LakeDocument } from '../document.ts'
import { createSortedList, type SortedList } from './sorted-list.ts'

/** The documents that one perspective sees, findable by id and by type without a scan. */
export interface View {
  all: () => readonly LakeDocument[]
  get: (id: string) => LakeDocument | undefined
  ofType: (type: string) => readonly LakeDocument[]
  /** How many documents it sees, of all types or of one. */
  count: (type?: string) => number
  /** The document as this perspective sees it; undefined where it sees another one instead, or none. */
  shown: (stored: LakeDocument) => LakeDocument | undefined
  put: (document: LakeDocument) => void
  drop: (id: string) => void
}

const NONE: readonly LakeDocument[] = []

type Show = (stored: LakeDocument, get: View['get']) => LakeDocument | undefined

/** @param show tells `View.shown` */
export function createView(show: Show): View {
  const byId = new Map<string, LakeDocument>()
  const byType = new Map<string, SortedList>()
  const all = createSortedList()

  function get(id: string): LakeDocument | undefined {
    return byId.get(id)
  }

  function drop(id: string): void {
    const old = byId.get(id)
    if (old === undefined) return
    byId.delete(id)
    all.remove(id)
    byType.get(old._type)?.remove(id)
  }

  function put(document: LakeDocument): void {
    if (byId.get(document._id)?._type !== document._type) drop(document._id)
    byId.set(document._id, document)
    all.insert(document)
    const list = byType.get(document._type) ?? createSortedList()
    byType.set(document._type, list)
    list.insert(document)
  }

  return {
    all: all.read,
    get,
    shown: (stored) => show(stored, get),
    ofType: (type) => byType.get(type)?.read() ?? NONE,
    count: (type) => (type === undefined ? all : byType.get(type))?.count() ?? 0,
    put,
    drop,
  }
}

/** Shows a document under an id, or nothing any more. */
export function placeIn(view: View, id: string, document: LakeDocument | undefined): void {
  if (document === undefined) view.drop(id)
  else view.put(document)
}
