import type { Budget } from '../budget.ts'
import { matchPatterns, matchWords, pathPattern, type Pattern } from './patterns.ts'
import type { Run } from './scope.ts'
import { compare, finite, isEqual, isObject, isTime, type PathPattern } from './values.ts'

type Operator = (left: unknown, right: unknown, budget: Budget) => unknown

/** The operators that need nothing but their two sides. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '+': add,
  '-': subtract,
  '*': numeric((left, right) => left * right),
  '/': numeric((left, right) => left / right),
  '%': numeric((left, right) => left % right),
  '**': numeric((left, right) => left ** right),
}

function ordered(holds: (order: number) => boolean): Operator {
  return (left, right) => {
    const order = compare(left, right)
    return order === null ? null : holds(order)
  }
}

function numeric(calculate: (left: number, right: number) => number): Operator {
  return (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? finite(calculate(left, right)) : null
}

function add(left: unknown, right: unknown, budget: Budget): unknown {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right)
  if (typeof left === 'string' && typeof right === 'string') {
    budget.write(left.length + right.length)
    return left + right
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    budget.make(left.length + right.length)
    return [...left, ...right]
  }
  if (isTime(left) && typeof right === 'number') return left.add(right)
  if (typeof left === 'number' && isTime(right)) return right.add(left)
  if (!isObject(left) || !isObject(right)) return null
  budget.make(Object.keys(left).length + Object.keys(right).length)
  return { ...left, ...right }
}

function subtract(left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') return finite(left - right)
  if (!isTime(left)) return null
  if (typeof right === 'number') return left.add(-right)
  return isTime(right) ? finite(left.difference(right)) : null
}

const MAX_PATTERNS = 100
const patternsOf = new WeakMap<Run, Map<string, Pattern[]>>()

/** `in path(…)`: null for what is no text. */
export function isInPath(value: unknown, path: PathPattern, run: Run): boolean | null {
  if (typeof value !== 'string') return null
  const pattern = path.toJSON()
  const [fits] = known(run, `path ${pattern}`, () => [pathPattern(pattern, run.budget)])
  return fits?.(value) ?? null
}

/** `match`: whether each word of the right side is one of the left. */
export function matches(left: unknown, right: unknown, run: Run): boolean {
  const [patterns, words] = sides(left, right, run)
  if (patterns === undefined || words.length === 0 || patterns.length === 0) return false
  return patterns.every((fits) => words.some(fits))
}

/** How well `match` matches, for `score()`: words that are found often count for more, each time less so. */
export function matchScore(left: unknown, right: unknown, run: Run): number {
  const [patterns = [], words] = sides(left, right, run)
  const counts = patterns.map((fits) => words.filter(fits).length)
  return counts.reduce((score, count) => score + (count * 2.2) / (count + 1.2), 0)
}

function sides(left: unknown, right: unknown, run: Run): [Pattern[] | undefined, string[]] {
  const texts: unknown[] = typeof right === 'string' ? [right] : Array.isArray(right) ? right : [null]
  const words = [left].flat().flatMap((text: unknown) => {
    if (typeof text !== 'string') return []
    run.budget.spend(text.length / 8)
    return matchWords(text)
  })
  const patterns = texts.flatMap((text) =>
    typeof text === 'string' ? known(run, `match ${text}`, () => matchPatterns(text, run.budget)) : undefined,
  )
  return [patterns.every((pattern) => pattern !== undefined) ? patterns : undefined, words]
}

function known(run: Run, key: string, make: () => Pattern[]): Pattern[] {
  const patterns = patternsOf.get(run) ?? new Map<string, Pattern[]>()
  const own = patterns.get(key) ?? make()
  if (patterns.size < MAX_PATTERNS) patterns.set(key, own)
  patternsOf.set(run, patterns)
  return own
}
