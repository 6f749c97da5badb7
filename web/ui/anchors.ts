/**
 * Gives each title an anchor made of its words: a link to it survives another one before it.
 * No two are alike, and none is one of `taken`.
 */
export function anchorsOf(titles: readonly string[], taken: Iterable<string> = []): string[] {
  const ids = new Set(taken)
  return titles.map((title) => {
    const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
    const id = words.join('-')
    let free = id
    for (let n = 2; ids.has(free); n++) free = `${id}-${n}`
    ids.add(free)
    return free
  })
}
