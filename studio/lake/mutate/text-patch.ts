/** The mutator looks for a place by this many characters, and takes apart what is longer. */
const PIECE = 32 - 4
/** What it costs to look for the place of one piece, where it is not found at once. */
const STEPS_A_PIECE = 150
/** Characters of a text that are gone through, or copied, for one step. */
const PASSED = 4000
/** What is long is compared with what is there, and taken apart, by the square of its length. */
const COMPARED = 2000

/**
 * What a `diffMatchPatch` may cost, in steps: it is applied hunk after hunk, each of which is looked for where it says,
 * and then all around.
 * @param length of the text, in characters
 */
export function costOfTextPatch(patch: string, length: number): number {
  const aPiece = STEPS_A_PIECE + (length + patch.length) / PASSED
  let [cost, size] = [0, 0]
  function endHunk(): void {
    cost += Math.max(1, size / PIECE) * aPiece + size ** 2 / COMPARED
    size = 0
  }
  for (const line of patch.split('\n')) {
    if (line.startsWith('@@')) endHunk()
    // What is new is put in as it is.
    else size += line.startsWith('+') ? 1 : Math.max(1, decoded(line).length)
  }
  endHunk()
  return cost
}

/** Of what is not English, a character is six or nine in a patch. What can't be read, the mutator refuses. */
function decoded(line: string): string {
  try {
    return decodeURI(line)
  } catch {
    return line
  }
}
