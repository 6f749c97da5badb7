import type { Documents, StoredDocument } from '../content/documents.ts'
import { mapText } from './text-fields.ts'

/** A field of a document that a page shows. */
export interface Leaf {
  id: string
  type: string
  path: string
  text: string
}

/** What each mark stands for. */
export type Leaves = ReadonlyMap<string, Leaf>

/** Documents whose texts carry marks. */
export interface Marked {
  documents: Documents
  leaves: Leaves
}

// Unicode's private use area: no letter, no space, no capital form, one unit of a string.
const FIRST = 0xe000
const LAST = 0xf8ff
const PRIVATE = /[\uE000-\uF8FF]/gu

interface Known {
  revision: string
  document: StoredDocument
  signs: string[]
}

/**
 * Puts one private character into every text, which queries and `render` carry along, so that the page says
 * which field each text came from. A revision keeps its marks from call to call. Characters that the content
 * itself uses are left alone, and so are texts beyond the 6400 that can be told apart.
 */
export function createMarker(): (documents: Documents) => Marked {
  const free: string[] = []
  for (let code = LAST; code >= FIRST; code -= 1) free.push(String.fromCharCode(code))
  const known = new Map<string, Known>()
  const leaves = new Map<string, Leaf>()

  function release(id: string): void {
    for (const sign of known.get(id)?.signs ?? []) {
      leaves.delete(sign)
      free.push(sign)
    }
    known.delete(id)
  }

  function mark(document: StoredDocument): Known {
    const { _id: id, _type: type, _rev: revision } = document
    const signs: string[] = []
    const marked = mapText(document, ({ text, path }) => {
      const place = placeOf(text)
      const sign = place === undefined ? undefined : free.pop()
      if (sign === undefined) return text
      signs.push(sign)
      leaves.set(sign, { id, type, path, text })
      return text.slice(0, place) + sign + text.slice(place)
    })
    return { revision, document: marked, signs }
  }

  return (documents) => {
    const changed = [...documents.values()].filter(({ _id, _rev }) => known.get(_id)?.revision !== _rev)
    const gone = [...known.keys()].filter((id) => !documents.has(id))
    for (const id of [...gone, ...changed.map(({ _id }) => _id)]) release(id)
    for (const sign of JSON.stringify(changed).match(PRIVATE) ?? []) take(free, sign)
    for (const document of changed) known.set(document._id, mark(document))
    const marked = [...documents.keys()].flatMap((id) => {
      const document = known.get(id)?.document
      return document ? [[id, document] as const] : []
    })
    return { documents: new Map(marked), leaves: new Map(leaves) }
  }
}

/** The text without any of these marks. */
export function stripMarks(text: string, leaves: Leaves): string {
  return text.replace(PRIVATE, (sign) => (leaves.has(sign) ? '' : sign))
}

/** The marks in a text, in their order. */
export function marksIn(text: string, leaves: Leaves): string[] {
  return (text.match(PRIVATE) ?? []).filter((sign) => leaves.has(sign))
}

function take(free: string[], sign: string): void {
  const index = free.indexOf(sign)
  if (index !== -1) free.splice(index, 1)
}

/**
 * After the last letter or digit outside of braces: what trims, capitalises, cuts off a full stop or fills in
 * a name works as without a mark. Nowhere in a text that is but a name in braces.
 */
function placeOf(text: string): number | undefined {
  const blanked = text.replace(/\{\w+\}/g, (braces) => ' '.repeat(braces.length))
  const last = /.*[\p{L}\p{N}]/su.exec(blanked)?.[0]
  return last?.length
}
