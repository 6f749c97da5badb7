/** Memory of an object or list beside its content, and of any other value, in characters. */
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

/** Iterative, as earlier versions of this program allowed documents nested deeper than the call stack. */
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
