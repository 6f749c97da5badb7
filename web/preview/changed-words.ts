import { differenceOf } from '../publisher/difference.ts'

// As in `edit-attributes.ts`, a scan is enough for what React writes.
const TOKEN = /<(\/?)([a-z][\w:-]*)[^>]*?(\/?)>|<!--.*?-->|([^<]+)/gis
/** Elements whose text can't hold a mark. */
const PLAIN = new Set(['option', 'script', 'style', 'svg', 'textarea', 'title'])

interface Word {
  text: string
  /** Where it stands in the page. */
  start: number
}

/** Both pages, with the words that the other one lacks in `<mark class="changed">`. */
export function markChangedWords(
  before: string,
  after: string,
): { before: string; after: string; count: number } {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let gone: Word[] = []
  let added: Word[] = []
  let [i, j] = [0, 0]
  const texts = (words: readonly Word[]) => words.map(({ text }) => text)
  for (const { count, removed, added: isNew } of differenceOf(texts(old), texts(now))) {
    if (removed) gone = gone.concat(old.slice(i, i + count))
    if (isNew) added = added.concat(now.slice(j, j + count))
    if (!isNew) i += count
    if (!removed) j += count
  }
  return { before: mark(before, gone), after: mark(after, added), count: gone.length + added.length }
}

function wordsOf(html: string): Word[] {
  const body = html.indexOf('<body')
  const words: Word[] = []
  let plain = ''
  let depth = 0
  for (const token of html.matchAll(TOKEN)) {
    const [, slash, tag = '', selfClosed, text] = token
    const name = tag.toLowerCase()
    if (plain === '' && PLAIN.has(name) && !slash && !selfClosed) [plain, depth] = [name, 1]
    else if (name === plain && plain !== '' && (slash || !selfClosed)) depth += slash ? -1 : 1
    if (depth === 0) plain = ''
    if (text === undefined || plain !== '' || token.index < body) continue
    for (const word of text.matchAll(/\S+/g)) words.push({ text: word[0], start: token.index + word.index })
  }
  return words
}

function mark(html: string, words: readonly Word[]): string {
  const parts: string[] = []
  let end = 0
  for (const { text, start } of words) {
    parts.push(html.slice(end, start), '<mark class="changed">', text, '</mark>')
    end = start + text.length
  }
  // Adjacent marks become one.
  return (parts.join('') + html.slice(end)).replace(/<\/mark>(\s*)<mark class="changed">/g, '$1')
}
