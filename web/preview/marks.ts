import { mapText } from './text-fields.ts'

interface MarkedDocument {
  _id: string
  _type: string
}

/** A field of a document that a page shows. */
export interface Leaf {
  id: string
  type: string
  path: string
  text: string
}

/** Documents whose texts carry marks, and what each mark stands for. */
export interface Marked<D> {
  documents: Map<string, D>
  leaves: ReadonlyMap<string, Leaf>
}

// Unicode's private use area: no letter, no space, no capital form, one unit of a string.
const FIRST = 0xe000
const LAST = 0xf8ff
const PRIVATE = /[\uE000-\uF8FF]/gu

/**
 * Puts one private character into every text, which queries and `render` carry along, so that the page says
 * which field each text came from. Characters that the content itself uses are left alone, and so are texts
 * beyond the 6400 that can be told apart.
 */
export function markDocuments<D extends MarkedDocument>(documents: ReadonlyMap<string, D>): Marked<D> {
  const taken = new Set(JSON.stringify([...documents.values()]).match(PRIVATE))
  const leaves = new Map<string, Leaf>()
  let next = FIRST

  function mark(leaf: Leaf): string {
    const place = placeOf(leaf.text)
    while (taken.has(String.fromCharCode(next))) next += 1
    if (place === undefined || next > LAST) return leaf.text
    const sign = String.fromCharCode(next)
    next += 1
    leaves.set(sign, leaf)
    return leaf.text.slice(0, place) + sign + leaf.text.slice(place)
  }

  const marked = [...documents].map(([id, document]) => {
    const { _id, _type: type } = document
    return [id, mapText(document, ({ text, path }) => mark({ id: _id, type, path, text }))] as const
  })
  return { documents: new Map(marked), leaves }
}

/** The text without any of these marks. */
export function stripMarks(text: string, leaves: ReadonlyMap<string, Leaf>): string {
  return text.replace(PRIVATE, (sign) => (leaves.has(sign) ? '' : sign))
}

/** The marks in a text, in their order. */
export function marksIn(text: string, leaves: ReadonlyMap<string, Leaf>): string[] {
  return (text.match(PRIVATE) ?? []).filter((sign) => leaves.has(sign))
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
