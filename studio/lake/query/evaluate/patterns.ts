import { tooMuch, type Budget } from '../budget.ts'

/** Tests a text in time bounded by its length × the pattern's; a regular expression might take for ever. */
export type Pattern = (text: string) => boolean

/** A character's code, or which characters there may be. */
type Part = number | 'one' | 'many' | 'one of a name' | 'many of a name'

const WORDS = /[^!@#$%^&*(),\\/?";:{}|[\]+<>\s-]+/g
const TERMS = /[^!@#$%^&(),\\/?";:{}|[\]+<>\s-]+/g
const LINE_ENDS = [0x0a, 0x0d, 0x2028, 0x2029]
const DOT = 0x2e
const MAX_TERM = 1024
const MAX_STEPS = 10_000_000

/** The words of a text that `match` looks at, in capitals. */
export function matchWords(text: string): string[] {
  return (withoutEdgeDots(text).match(WORDS) ?? []).map(capitals)
}

/** The patterns of `match`, for such words: one for each word of its right side. */
export function matchPatterns(text: string, budget: Budget): Pattern[] {
  return (withoutEdgeDots(text).match(TERMS) ?? []).map((term) => {
    const parts = capitals(term.slice(0, MAX_TERM)).split('').map(partOfTerm)
    return (word) => fits(word, parts, budget)
  })
}

/** The pattern of `path("drafts.**")`. As groq-js reads it, a dot of it fits any character. */
export function pathPattern(pattern: string, budget: Budget): Pattern {
  const parts = pattern.split('.').flatMap((name, index): Part[] => {
    const own = partsOfName(name)
    return index === 0 ? own : ['one', ...own]
  })
  return (text) => fits(text, parts, budget)
}

// Dots at the edge of a word are not part of it: "end." is the word "end".
function withoutEdgeDots(text: string): string {
  return text.replaceAll(/\.+/g, (dots, at: number) =>
    isWordCharacter(text[at - 1]) || isWordCharacter(text[at + dots.length]) ? '' : dots,
  )
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}

/** Folds a letter as a regular expression with `i` does: never into two letters, and never into ASCII. */
function capitals(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toUpperCase()
  return text.split('').map(capital).join('')
}

function capital(character: string): string {
  const upper = character.toUpperCase()
  return upper.length !== 1 || (character >= '\u0080' && upper < '\u0080') ? character : upper
}

function partOfTerm(character: string): Part {
  if (character === '*') return 'many'
  return character === '.' ? 'one' : character.charCodeAt(0)
}

function partsOfName(name: string): Part[] {
  if (name === '*') return ['one of a name', 'many of a name']
  return name === '**' ? ['many'] : name.split('').map((character) => character.charCodeAt(0))
}

// Follows all paths through the pattern at once, character by character.
function fits(text: string, parts: readonly Part[], budget: Budget): boolean {
  budget.spend(1)
  const [first] = parts
  if (typeof first === 'number' && first !== text.charCodeAt(0)) return false
  const steps = text.length * parts.length
  if (steps > MAX_STEPS) throw tooMuch('matches texts that are too long', 'match shorter ones')
  // Each character yields a new set of places.
  budget.spend(text.length + steps / 8)
  let places = skipMany(new Set([0]), parts)
  for (let index = 0; index < text.length && places.size > 0; index++) {
    places = skipMany(step(places, parts, text.charCodeAt(index)), parts)
  }
  return places.has(parts.length)
}

function step(places: ReadonlySet<number>, parts: readonly Part[], code: number): Set<number> {
  const next = new Set<number>()
  for (const place of places) {
    const part = parts[place]
    if (part === undefined || !takes(part, code)) continue
    next.add(part === 'many' || part === 'many of a name' ? place : place + 1)
  }
  return next
}

function takes(part: Part, code: number): boolean {
  if (typeof part === 'number') return part === code
  return part === 'one' || part === 'many' ? !LINE_ENDS.includes(code) : code !== DOT
}

// A star may match no character at all.
function skipMany(places: Set<number>, parts: readonly Part[]): Set<number> {
  for (const place of places) {
    const part = parts[place]
    if (part === 'many' || part === 'many of a name') places.add(place + 1)
  }
  return places
}
