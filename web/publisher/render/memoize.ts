/** Most results kept: a style sheet has 20 kB. */
const MAX_RESULTS = 16

/** Remembers the results of a pure function for the last texts. */
export function memoize<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= MAX_RESULTS) known.clear()
    const made = make(text)
    known.set(text, made)
    return made
  }
}
