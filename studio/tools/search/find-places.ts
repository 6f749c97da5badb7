import type { Schema } from '@sanity/types'
import { documentWords, fieldWords } from '../../../web/content/field-words.ts'
import { copyTexts, type CopyText } from './copy-texts.ts'
import { excerptOf, piecesOf, replaced, replacementFault, textOf, type Piece } from './replacing.ts'
import type { Copy } from './use-copy.ts'

/** A place in the copy where the words stand that are looked for. */
export interface FoundPlace extends Copy {
  /** Id of the document and path of the text: no two places have the same. */
  key: string
  type: string
  path: string
  field: string
  /** In an editor's words, as `Home, “Hero › Lead”`. */
  words: string
  before: Piece[]
  /** The same sentences with the replacement. */
  after: Piece[]
  /** The whole text with the replacement. */
  result: string
  /** Why it can't be replaced here. */
  fault: string | undefined
}

interface Replacement {
  pattern: RegExp
  replacement: string
  /** Types of documents that this editor can't write. */
  closed: readonly string[]
}

/** All places whose text matches, in the order of the documents and their forms. */
export function findPlaces(
  copy: readonly Copy[],
  schema: Schema,
  { pattern, replacement, closed }: Replacement,
): FoundPlace[] {
  return copy.flatMap((one) => {
    const { id, document } = one
    const type = schema.get(document._type)
    if (!type) return []
    const named = { ...document, _id: id }
    const isClosed = closed.includes(type.name)
    return copyTexts(type, document).flatMap((found) => {
      const { path, field, text, around, seams } = found
      const pieces = piecesOf(text, pattern, seams)
      if (pieces.length === 0) return []
      const next = replaced(pieces, replacement)
      const result = textOf(next)
      return {
        ...one,
        key: `${id} ${path}`,
        type: type.name,
        path,
        field,
        words: `${documentWords(named)}, ${fieldWords(named, field)}`,
        before: excerptOf(pieces, around),
        after: excerptOf(next, around),
        result,
        fault: isClosed ? CLOSED : faultOf(found, result),
      }
    })
  })
}

const CLOSED = 'Settings are changed by administrators.'
const ACROSS = 'A part of it is bold or a link: open the field to change it.'

function faultOf(found: CopyText, result: string): string | undefined {
  if (found.seams) return ACROSS
  return result === found.text ? 'It already says that.' : replacementFault(result, found)
}
