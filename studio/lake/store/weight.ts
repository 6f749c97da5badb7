/** What an object or a list takes besides what is in it, and what any other value does, in characters. */
const HOLDER = 20
const PLAIN = 8

const known = new WeakMap<object, number>()

/**
 * How much memory a document takes, in characters. Its JSON tells too little: an empty list is two characters of it.
 */
export function weightOf(document: object | null | undefined): number {
  if (!document) return 0
  const before = known.get(document)
  if (before !== undefined) return before
  const weight = weigh(document)
  known.set(document, weight)
  return weight
}

/** From value to value rather than into each other: older programs let them be nested deeper than calls can be. */
function weigh(document: object): number {
  const left: unknown[] = [document]
  let sum = 0
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') sum += PLAIN + value.length
    else if (typeof value !== 'object' || value === null) sum += PLAIN
    else {
      sum += HOLDER
      if (!Array.isArray(value)) for (const name of Object.keys(value)) sum += name.length
      for (const item of Object.values(value)) left.push(item)
    }
  }
  return sum
}
