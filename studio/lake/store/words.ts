import { isRecord, publishedId, type LakeDocument } from '../document.ts'

/** Which documents hold a word, found without a scan. */
export interface WordIndex {
  /**
   * Ids of the documents that hold the rarest of the words, a beginning of one where it ends in `*`: all that can
   * hold every one of them. Undefined where there are `limit` or more, as a scan is then as good.
   */
  holders: (words: readonly string[], limit: number) => ReadonlySet<string> | undefined
  replace: (before: LakeDocument | undefined, after: LakeDocument | undefined) => void
}

const WORD = /[\p{L}\p{N}]+/gu

/** The index is made by the first search, and kept from then on: a lake that nobody searches pays nothing. */
export function createWordIndex(documents: () => Iterable<LakeDocument>): WordIndex {
  let index: Map<string, Set<string>> | undefined
  let alphabet: string[] | undefined

  function add(known: Map<string, Set<string>>, document: LakeDocument): void {
    for (const word of termsOf(document)) {
      const ids = known.get(word)
      if (ids !== undefined) ids.add(document._id)
      else {
        known.set(word, new Set([document._id]))
        alphabet?.splice(placeOf(alphabet, word), 0, word)
      }
    }
  }

  function made(): Map<string, Set<string>> {
    if (index !== undefined) return index
    index = new Map()
    for (const document of documents()) add(index, document)
    return index
  }

  function setsOf(word: string): ReadonlySet<string>[] {
    const known = made()
    if (!word.endsWith('*')) return [known.get(word) ?? new Set()]
    const start = word.slice(0, -1)
    alphabet ??= [...known.keys()].toSorted()
    const from = placeOf(alphabet, start)
    const to = placeOf(alphabet, `${start}\u{10ffff}`)
    return alphabet.slice(from, to).map((one) => known.get(one) ?? new Set())
  }

  return {
    holders: (words, limit) => {
      let [rarest, fewest]: [ReadonlySet<string>[], number] = [[], limit]
      for (const word of words) {
        const sets = word === '*' ? [] : setsOf(word)
        const count = word === '*' ? limit : sets.reduce((sum, ids) => sum + ids.size, 0)
        if (count < fewest) [rarest, fewest] = [sets, count]
      }
      return fewest < limit ? new Set(rarest.flatMap((ids) => [...ids])) : undefined
    },
    replace: (before, after) => {
      if (index === undefined) return
      if (before !== undefined) for (const word of termsOf(before)) index.get(word)?.delete(before._id)
      if (after !== undefined) add(index, after)
    },
  }
}

/** The words of all texts in a document, in lower case and in their order; what begins with `_` is no text. */
export function wordsIn(document: LakeDocument): string[] {
  return collect(document).flatMap((text) => text.toLowerCase().match(WORD) ?? [])
}

// A document is found by its id too, which a perspective may show without its prefix.
function termsOf(document: LakeDocument): Set<string> {
  const ids = [document._id, publishedId(document._id)].map((id) => id.toLowerCase())
  return new Set([...wordsIn(document), ...ids])
}

function collect(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(collect)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => (key.startsWith('_') ? [] : collect(item)))
}

function placeOf(alphabet: readonly string[], word: string): number {
  let low = 0
  let high = alphabet.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((alphabet[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
