import type { Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import { tooMuch } from './budget.ts'

const MAX_LENGTH = 64 * 1024
const MAX_PARAMS_LENGTH = 1024 * 1024
/**
 * Most words, texts and signs in a query. The parser takes 0.25 s for this many, and four times as long for twice as
 * many.
 */
const MAX_TOKENS = 8000
const MAX_NESTING = 100

const SPACE = /\s/
const WORD = /[\w$]/
const OPERATORS = ['in', 'match', 'asc', 'desc']

/**
 * Refuses a query that would take long to parse, before it is parsed.
 * @throws LakeError 400
 */
export function checkQuery(query: string, params: Fields): void {
  if (query.length > MAX_LENGTH) throw tooMuch('is longer than 64 kB', 'one that is shorter')
  if (JSON.stringify(params).length > MAX_PARAMS_LENGTH) {
    throw tooMuch('has parameters of more than 1 MB', 'send less of them')
  }
  let [tokens, nesting, before] = [0, 0, '']
  for (const token of tokensOf(query)) {
    tokens++
    if ('([{'.includes(token)) nesting++
    if (')]}'.includes(token)) nesting--
    if (tokens > MAX_TOKENS)
      throw tooMuch(`has more than ${MAX_TOKENS} words and signs`, 'one that is shorter')
    if (nesting > MAX_NESTING) throw tooMuch(`is nested more than ${MAX_NESTING} deep`, 'nest less')
    // A function that calls another one twice doubles the parser's result; a chain of them doubles it each time.
    if (before === 'fn' && WORD.test(token) && !OPERATORS.includes(token)) {
      const description =
        'The local content lake has no functions of a query’s own. Write out what `fn` stands for.'
      throw new LakeError(400, 'queryParseError', description, { query, start: 0, end: 0 })
    }
    before = token
  }
}

/** Words as they are, a text as its quote, every other sign by itself. */
function* tokensOf(query: string): Generator<string> {
  let at = 0
  while (at < query.length) {
    const start = at
    const sign = query.charAt(at)
    if (sign === '"' || sign === "'") at = endOfText(query, at)
    else if (query.startsWith('//', at)) at = endOfLine(query, at)
    else if (WORD.test(sign)) while (at < query.length && WORD.test(query.charAt(at))) at++
    else at++
    if (WORD.test(sign)) yield query.slice(start, at)
    else if (!SPACE.test(sign) && !query.startsWith('//', start)) yield sign
  }
}

function endOfText(query: string, start: number): number {
  const quote = query.charAt(start)
  let at = start + 1
  while (at < query.length && query.charAt(at) !== quote) at += query.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

function endOfLine(query: string, start: number): number {
  const end = query.indexOf('\n', start)
  return end === -1 ? query.length : end
}
