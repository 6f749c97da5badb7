/** A text in three: what it has in common with another at its start, what differs, and the common end. */
type Parts = readonly [start: string, changed: string, end: string]

/** Two texts, each cut at whole words where the difference begins and ends. */
export function changedPart(before: string, after: string): [before: Parts, after: Parts] {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\s)/u)) as [string[], string[]]
  const shortest = Math.min(old.length, now.length)
  let start = 0
  while (start < shortest && old[start] === now[start]) start += 1
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const cut = (words: readonly string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ]
  return [cut(old), cut(now)]
}
