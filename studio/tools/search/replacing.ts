/** What is looked for. */
export interface Search {
  words: string
  isWholeWord: boolean
  isSameCase: boolean
  /** Whether a letter also finds those with an accent: “cafe” finds “café”. Not where it is replaced: “schon” is no “schön”. */
  isFolded?: boolean
}

/** Names in braces stand for settings: what is inside of them is no copy. */
const VARIABLE = /\{\w+\}/gu

/** Says where a word may be broken, and is not seen. */
const SOFT_HYPHEN = '\u00AD'

/** Signs of which keyboards have the first, and texts the others. A hyphen stands first in a class. */
const ALIKE = ["'’‘", '"“”', '-\u2011']

/** A sign of its own on the letter before it. */
const ACCENT = String.raw`[\u0300-\u036F]`

/** Letters of European languages that are another letter with an accent, by that letter. */
const ACCENTED = new Map<string, string>()
for (const [first, last] of [
  [0xc0, 0x24f],
  [0x1e00, 0x1eff],
] as const)
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code)
    const [plain = letter] = letter.normalize('NFD')
    if (plain !== letter) ACCENTED.set(plain, (ACCENTED.get(plain) ?? '') + letter)
  }

/** What finds these words in a text, however its quotes and hyphens are set; nothing where there are none. */
export function patternOf({ words, isWholeWord, isSameCase, isFolded }: Search): RegExp | undefined {
  const typed = words.replaceAll(SOFT_HYPHEN, '').normalize('NFC')
  if (typed.trim() === '') return undefined
  const signs = typed.match(/\s+|\S/gu) ?? []
  // Without the accent of its last letter a word is another one.
  const literal = `${signs.map((sign) => signPattern(sign, isFolded)).join(`${SOFT_HYPHEN}*`)}(?!${ACCENT})`
  const pattern = isWholeWord
    ? String.raw`(?<![\p{L}\p{N}_]${SOFT_HYPHEN}?)${literal}(?!${SOFT_HYPHEN}?[\p{L}\p{N}_])`
    : literal
  return new RegExp(pattern, isSameCase ? 'gu' : 'giu')
}

/** What finds one sign, or the space between words. */
function signPattern(sign: string, isFolded = false): string {
  // A line break in the text counts as the space that was typed.
  if (/\s/u.test(sign)) return String.raw`\s+`
  const accented = isFolded ? ACCENTED.get(sign) : undefined
  if (accented !== undefined) return `[${sign}${accented}]${ACCENT}*`
  // Written on some systems as a letter and its accent.
  const parts = sign.normalize('NFD')
  if (parts !== sign) return `(?:${sign}|${parts})`
  const alike = ALIKE.find((signs) => signs.includes(sign))
  return alike === undefined ? sign.replace(/[.*+?^${}()|[\]\\]/u, String.raw`\$&`) : `[${alike}]`
}

/** A part of a text, and whether it is what was looked for. */
export interface Piece {
  text: string
  isMatch: boolean
}

/**
 * The text in pieces, those that match and those between them; none where nothing matches. With `seams`, which are
 * places in the text, only what stands across one of them matches.
 */
export function piecesOf(text: string, pattern: RegExp, seams?: readonly number[]): Piece[] {
  const variables = [...text.matchAll(VARIABLE)].map(
    ({ index, 0: name }) => [index, index + name.length] as const,
  )
  const matches = [...text.matchAll(pattern)].filter(({ index, 0: found }) => {
    const end = index + found.length
    const isName = variables.some(([from, to]) => index < to && end > from)
    return !isName && (seams?.some((seam) => index < seam && end > seam) ?? true)
  })
  if (matches.length === 0) return []
  const pieces: Piece[] = []
  let end = 0
  for (const { index, 0: found } of matches) {
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: found, isMatch: true })
    end = index + found.length
  }
  return [...pieces, { text: text.slice(end), isMatch: false }]
}

/** The pieces with something else in place of what matched. */
export function replaced(pieces: readonly Piece[], replacement: string): Piece[] {
  return pieces.map((piece) => (piece.isMatch ? { text: replacement, isMatch: true } : piece))
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

/** Says why a text can't stand in its field; nothing when it can. */
export function replacementFault(
  text: string,
  { longest, around }: { longest: number | undefined; around: readonly string[] },
): string | undefined {
  if (longest !== undefined && text.length > longest)
    return `Too long: ${text.length} characters, and the field has room for ${longest}.`
  return text.trim() === '' && around.every((words) => words.trim() === '')
    ? 'Nothing would be left here.'
    : undefined
}

/** Between the sentence that is shown and the others: a full stop and a space, or a line break. */
const SENTENCE_END = /[.!?]\s|\n/u

/** The sentences around what matched, so that a long paragraph is shown as far as it matters. */
export function excerptOf(pieces: readonly Piece[], [before, after]: readonly [string, string]): Piece[] {
  const all = [{ text: before, isMatch: false }, ...pieces, { text: after, isMatch: false }]
  const first = all.findIndex(({ isMatch }) => isMatch)
  const last = all.findLastIndex(({ isMatch }) => isMatch)
  const head = textOf(all.slice(0, first))
  const tail = textOf(all.slice(last + 1))
  const sentences = head.split(SENTENCE_END)
  const end = SENTENCE_END.exec(tail)
  return [
    { text: sentences.at(-1) ?? '', isMatch: false },
    ...all.slice(first, last + 1),
    { text: end ? tail.slice(0, end.index + 1) : tail, isMatch: false },
  ]
}
