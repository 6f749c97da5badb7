import { isRecord, type Fields, type LakeDocument } from '../document.ts'

/** Spends what the paths of one patch cost on a document. @throws Error naming the path that is too much */
type PathBudget = (patch: Fields, document: LakeDocument | null) => void

/** A path, and what it puts where it leads. */
interface Target {
  path: string
  value: unknown
  /** Items go into an array once, whatever part of it they take the place of. */
  isInsert: boolean
}

interface Size {
  /** How many values there are, those within others too. */
  values: number
  /** Length of the longest array. */
  longest: number
}

/** What the paths of one transaction may cost: a few seconds of the mutator's work. */
const MAX_STEPS = 10_000_000
/** What it costs to go on from a place, where counting it costs 1. */
const STEPS_INTO = 10
const TOKEN = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[a-z_]\w*|-?\d+(?:\.\d*)?|\.\.|\S/gisu

/**
 * Bounds what the paths of a transaction cost before the mutator follows them: it counts from one end of a range to
 * the other into memory, however short the array is, and ranges within ranges multiply.
 */
export function createPathBudget(): PathBudget {
  let left = MAX_STEPS
  return (patch, document) => {
    const targets = targetsOf(patch).filter(({ path }) => /:|\.\./u.test(path))
    if (targets.length === 0) return
    // What a patch sets is part of the document when the paths after it are followed.
    const size = sizeOf([document, patch])
    for (const target of targets) {
      left -= stepsOf(target, size)
      if (left >= 0) continue
      const path = JSON.stringify(target.path.slice(0, 100))
      throw new Error(`the path ${path} reaches too much: use shorter ranges, or patch less at a time`)
    }
  }
}

function targetsOf(patch: Fields): Target[] {
  const { set, setIfMissing, unset, diffMatchPatch, inc, dec, insert } = patch
  const byPath = [set, setIfMissing, diffMatchPatch, inc, dec].filter(isRecord)
  const taken: unknown[] = Array.isArray(unset) ? unset : []
  const { before, after, replace, items } = isRecord(insert) ? insert : {}
  return [
    ...byPath.flatMap((paths) =>
      Object.entries(paths).map(([path, value]) => ({ path, value, isInsert: false })),
    ),
    ...taken.filter(isText).map((path) => ({ path, value: undefined, isInsert: false })),
    ...[before, after, replace].filter(isText).map((path) => ({ path, value: items, isInsert: true })),
  ]
}

function stepsOf({ path, value, isInsert }: Target, { values, longest }: Size): number {
  const tokens: readonly string[] = path.match(TOKEN) ?? []
  let [times, width] = [1, 0]
  for (const [index, token] of tokens.entries()) {
    if (token === '..') times *= STEPS_INTO * values
    if (token !== ':') continue
    const places = placesIn(tokens[index - 1], tokens[index + 1], longest)
    const isLast = tokens.length - index <= 3 && tokens.at(-1) === ']'
    if (isLast) width = places
    // For each of its places, the mutator goes through all of them.
    else times *= STEPS_INTO * places ** 2
  }
  const put = sizeOf(value).values * (isInsert ? 1 : Math.max(width, 1))
  // Each place is looked for in its array, or costs a copy of it.
  return times * (width * Math.max(width, longest) + put)
}

/** How many places a range has at most, 1 at least. An end that is left out is that of the array, as 0 is. */
function placesIn(from: string | undefined, to: string | undefined, longest: number): number {
  const [start, end] = [Number(from) || 0, Number(to) || 0]
  // Far out, adding 1 to a number leaves it as it is: the mutator would count for ever.
  if (Math.max(Math.abs(start), Math.abs(end)) > MAX_STEPS) return Infinity
  const isFromOneEnd = start < 0 === end <= 0
  return Math.max(1, isFromOneEnd ? Math.abs(end - start) : Math.abs(start) + Math.abs(end) + longest)
}

function sizeOf(value: unknown): Size {
  const size = { values: 1, longest: Array.isArray(value) ? value.length : 0 }
  if (typeof value !== 'object' || value === null) return size
  for (const { values, longest } of Object.values(value).map(sizeOf)) {
    size.values += values
    size.longest = Math.max(size.longest, longest)
  }
  return size
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
