import { isRecord, type LakeDocument } from '../document.ts'
import { wordsIn } from '../store/words.ts'
import { tooMuch, type Budget } from './budget.ts'
import { isNode, type GroqNode } from './groq.ts'

/** What `text::query` asks for: wanted words (`pre*` is a prefix) and unwanted ones. */
export interface Words {
  wanted: string[]
  unwanted: string[]
}

const MAX_WORDS = 50
const WANTED_WORD = /[\p{L}\p{N}]+\*?|\*/gu

/** Whether a node is `… match text::query(…)`. */
export function isTextMatch(node: GroqNode): boolean {
  const { op, right } = node
  return (
    node.type === 'OpCall' &&
    op === 'match' &&
    isNode(right) &&
    right.type === 'FuncCall' &&
    right['namespace'] === 'text'
  )
}

// `[@, _id] match …` looks into the whole document, `title match …` into a field.
export function searchesDocument({ left }: GroqNode): boolean {
  if (!isNode(left)) return false
  const elements: unknown[] = left.type === 'Array' && Array.isArray(left['elements']) ? left['elements'] : []
  return [left, ...elements.map((element) => (isRecord(element) ? element['value'] : element))].some(
    (part) => isNode(part) && part.type === 'This',
  )
}

/** @throws LakeError 400 for more words than any real search has */
export function wordsOf({ right }: GroqNode): Words {
  const [query]: unknown[] = isNode(right) && Array.isArray(right['args']) ? right['args'] : []
  const text = isNode(query) && typeof query['value'] === 'string' ? query['value'].toLowerCase() : ''
  const terms = text.split(/\s+/)
  const wanted = terms.filter((term) => !isNegated(term)).flatMap((term) => term.match(WANTED_WORD) ?? [])
  const unwanted = terms.filter(isNegated).flatMap((term) => term.match(WANTED_WORD) ?? [])
  if (wanted.length + unwanted.length > MAX_WORDS) {
    throw tooMuch('searches for too many words', `search for ${MAX_WORDS} at most`)
  }
  return { wanted, unwanted }
}

/** The documents whose texts or id contain all wanted words and no unwanted one. */
export function findText(
  documents: readonly LakeDocument[],
  { wanted, unwanted }: Words,
  budget: Budget,
): LakeDocument[] {
  return documents.filter((document) => {
    budget.spend(1)
    const isHeld = (word: string): boolean => holds(document, word, budget)
    return wanted.every(isHeld) && !unwanted.some(isHeld)
  })
}

/** Whether a document has the word in a text, or as its id; or one that begins with it, where it ends in `*`. */
function holds(document: LakeDocument, word: string, budget: Budget): boolean {
  budget.spend(1)
  if (word === '*') return true
  // Every word of the text is between spaces, so searching one string finds whole words and prefixes.
  return textOf(document).includes(word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `)
}

function isNegated(term: string): boolean {
  return term.startsWith('-')
}

const texts = new WeakMap<LakeDocument, string>()

function textOf(document: LakeDocument): string {
  const known = texts.get(document)
  if (known !== undefined) return known
  const text = ` ${document._id.toLowerCase()} ${wordsIn(document).join(' ')} `
  texts.set(document, text)
  return text
}
