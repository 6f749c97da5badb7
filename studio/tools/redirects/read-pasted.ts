import { foldFrom, fromFault, toFault } from '../../../api/contract/redirect-paths.ts'

/** What a pasted text holds of redirects. Numbers of lines count from 1. */
export interface Pasted {
  valid: { from: string; to: string }[]
  /** Lines that are no redirect, and why. */
  invalid: { line: number; text: string; reason: string }[]
  /** Lines whose old path has a redirect already, here or further up. */
  duplicates: { line: number; from: string }[]
}

/** Between two cells: an arrow, a tab, a semicolon, a comma, or else spaces. */
const BETWEEN = [/\s*(?:-+>|=+>|→|⇒)\s*/u, /\s*\t\s*/u, /\s*;\s*/u, /\s*,\s*/u, /\s+/u]

/** What tables and lists of servers put beside the two addresses: “301”, “permanent”, “redirect”. */
const NOISE = /^(?:30[12378]!?|permanent|redirect|rewrite|\^)$/iu

/** First lines that name the columns of a table. */
const HEADING =
  /^(?:from|old|source|path|redirect from|old (?:path|url|address))$|^(?:to|new|target|destination)$/iu

/**
 * Reads lines such as `/old /new`, with a tab, a comma or an arrow between, as they come from a table or a server.
 * @param known old paths that have a redirect already
 */
export function readPasted(text: string, known: readonly string[]): Pasted {
  const pasted: Pasted = { valid: [], invalid: [], duplicates: [] }
  const seen = new Set(known.map(foldFrom))
  for (const [index, written] of text.split(/\r\n|\r|\n/u).entries()) {
    const line = index + 1
    const cells = cellsOf(written)
    const isHeading = index === 0 && cells.length > 0 && cells.every((cell) => HEADING.test(cell))
    if (cells.length === 0 || isHeading || written.trimStart().startsWith('#')) continue
    const fault = faultOf(cells)
    if (fault !== undefined) {
      pasted.invalid.push({ line, text: written.trim(), reason: fault })
      continue
    }
    const [from = '', to = ''] = cells
    if (seen.has(foldFrom(from))) pasted.duplicates.push({ line, from })
    else pasted.valid.push({ from, to })
    seen.add(foldFrom(from))
  }
  return pasted
}

function cellsOf(written: string): string[] {
  const line = written.trim()
  const between = BETWEEN.find((one) => one.test(line))
  const cells = between ? line.split(between) : [line]
  return cells
    .map((cell) => cell.replace(/^"(.*)"$/u, '$1').trim())
    .filter((cell) => cell !== '' && !NOISE.test(cell))
}

function faultOf(cells: readonly string[]): string | undefined {
  const [from = '', to, ...more] = cells
  if (to === undefined)
    return 'There is one address here. Write the old path, a space, and where it leads to.'
  if (more.length > 0) return `There are ${cells.length} addresses here. Write two on each line.`
  return (
    fromFault(from) ?? toFault(to) ?? (foldFrom(from) === foldFrom(to) ? 'It leads to itself.' : undefined)
  )
}
