import type { Documents, StoredDocument } from '../content/documents.ts'
import { mapText } from './text-fields.ts'

/** A field of a document that a page shows. */
export interface ShownField {
  id: string
  type: string
  path: string
  text: string
}

/** What each mark stands for. */
export type FieldsByMark = ReadonlyMap<string, ShownField>

/** Documents whose texts carry marks. */
export interface Marked {
  documents: Documents
  fields: FieldsByMark
}

// Unicode's private use area: neither letters nor spaces, without case, one unit of a string each.
const FIRST = 0xe000
const LAST = 0xf8ff
const PRIVATE = /[\uE000-\uF8FF]/gu

interface MarkedRevision {
  revision: string
  document: StoredDocument
  marks: string[]
}

/**
 * Puts a private use character into every text. Queries and `renderPage` carry it along, so that the page says which
 * field each text came from. A revision keeps its marks from call to call. Characters that the content itself uses are
 * no marks, and texts beyond the 6400 that can be told apart have none.
 */
export function createMarker(): (documents: Documents) => Marked {
  const free: string[] = []
  for (let code = LAST; code >= FIRST; code -= 1) free.push(String.fromCharCode(code))
  const known = new Map<string, MarkedRevision>()
  const fields = new Map<string, ShownField>()

  function release(id: string): void {
    for (const mark of known.get(id)?.marks ?? []) {
      fields.delete(mark)
      free.push(mark)
    }
    known.delete(id)
  }

  function markDocument(document: StoredDocument): MarkedRevision {
    const { _id: id, _type: type, _rev: revision } = document
    const marks: string[] = []
    const marked = mapText(document, ({ text, path }) => {
      const place = placeOf(text)
      const mark = place === undefined ? undefined : free.pop()
      if (mark === undefined) return text
      marks.push(mark)
      fields.set(mark, { id, type, path, text })
      return text.slice(0, place) + mark + text.slice(place)
    })
    return { revision, document: marked, marks }
  }

  return (documents) => {
    const changed = [...documents.values()].filter(({ _id, _rev }) => known.get(_id)?.revision !== _rev)
    const gone = [...known.keys()].filter((id) => !documents.has(id))
    for (const id of [...gone, ...changed.map(({ _id }) => _id)]) release(id)
    for (const mark of JSON.stringify(changed).match(PRIVATE) ?? []) take(free, mark)
    for (const document of changed) known.set(document._id, markDocument(document))
    const marked = [...documents.keys()].flatMap((id) => {
      const document = known.get(id)?.document
      return document ? [[id, document] as const] : []
    })
    return { documents: new Map(marked), fields: new Map(fields) }
  }
}

/** The text without any of these marks. */
export function stripMarks(text: string, fields: FieldsByMark): string {
  return text.replace(PRIVATE, (mark) => (fields.has(mark) ? '' : mark))
}

/** The marks in a text, in their order. */
export function marksIn(text: string, fields: FieldsByMark): string[] {
  return (text.match(PRIVATE) ?? []).filter((mark) => fields.has(mark))
}

function take(free: string[], mark: string): void {
  const index = free.indexOf(mark)
  if (index !== -1) free.splice(index, 1)
}

/**
 * Where the mark goes: after the last letter or digit outside of braces, so that trimming, capitalising, cutting off a
 * full stop and filling in a name work as without it. Undefined for a text that is only a name in braces.
 */
function placeOf(text: string): number | undefined {
  const blanked = text.replace(/\{\w+\}/g, (braces) => ' '.repeat(braces.length))
  const last = /^.*[\p{L}\p{N}]/su.exec(blanked)?.[0]
  return last?.length
}
