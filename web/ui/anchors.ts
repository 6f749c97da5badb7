import { withoutMarks } from './marked.ts'

/**
 * Makes an anchor for each title from its words, so that a link to it survives when another title is added before it.
 * All are different from each other and from `taken`.
 */
export function anchorsOf(titles: readonly string[], taken: Iterable<string> = []): string[] {
  const ids = new Set(taken)
  return titles.map((title) => {
    const words = withoutMarks(title)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? ['section']
    const id = words.join('-')
    let free = id
    for (let n = 2; ids.has(free); n++) free = `${id}-${n}`
    ids.add(free)
    return free
  })
}
