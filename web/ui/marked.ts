/** Every text of a draft contains a mark, which says what field it is from. */
const MARK = /[\uE000-\uF8FF]/gu

/** A text as visitors read it. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, '')
}

/**
 * What is before and after `words` in a text. A mark among them is after them: it is behind the text's last letter.
 * Undefined where the text does not hold them.
 */
export function around(text: string, words: string): { before: string; after: string } | undefined {
  const at = withoutMarks(text).indexOf(words)
  if (at < 0) return undefined
  const letters = [...text.matchAll(/[^\uE000-\uF8FF]/g)].map(({ index }) => index)
  const [start, end] = [at, at + words.length].map((place) => letters[place] ?? text.length)
  const marks = text.slice(start, end).match(MARK) ?? []
  return { before: text.slice(0, start), after: marks.join('') + text.slice(end) }
}
