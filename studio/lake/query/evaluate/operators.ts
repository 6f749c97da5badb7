import { isDocument, type LakeDocument } from '../../document.ts'
import { wordsOfText } from '../../store/words.ts'
import type { Budget } from '../budget.ts'
import type { GroqNode } from '../groq.ts'
import { findText, searchesDocument, wordsOf, type Words } from '../text.ts'
import { matchPatterns, matchWords, pathPattern, type Pattern } from './patterns.ts'
import type { Run, Scope } from './scope.ts'
import { cellOf, stepOf, type Compile, type Place, type Step } from './step.ts'
import { compare, finite, isEqual, isObject, isPath, isTime, membersOf, type PathPattern } from './values.ts'

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
function isInPath(value: unknown, path: PathPattern, run: Run): boolean | null {
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

/** How well `match` matches, for `score()`. Each further occurrence of a word adds less. */
export function matchScore(left: unknown, right: unknown, run: Run): number {
  const [patterns = [], words] = sides(left, right, run)
  const counts = patterns.map((fits) => words.filter(fits).length)
  return counts.reduce((score, count) => score + (count * 2.2) / (count + 1.2), 0)
}

/** How well a field matches `text::query`: not at all without each of the wanted words, or with an unwanted one. */
export function textScore(field: unknown, { wanted, unwanted }: Words, run: Run): number {
  const texts = [field].flat().filter((text) => typeof text === 'string')
  const words = texts.flatMap(wordsOfText).join(' ')
  const isFound = matches(words, wanted.join(' '), run) && !unwanted.some((word) => matches(words, word, run))
  return isFound ? matchScore(words, wanted.join(' '), run) : 0
}

function sides(left: unknown, right: unknown, run: Run): [Pattern[] | undefined, string[]] {
  const words = [left].flat().flatMap((text: unknown) => {
    if (typeof text !== 'string') return []
    run.budget.spend(text.length / 8)
    return matchWords(text)
  })
  const patterns = [right]
    .flat()
    .flatMap((text: unknown) =>
      typeof text === 'string'
        ? known(run, `match ${text}`, () => matchPatterns(text, run.budget))
        : undefined,
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

// Lists of this length or more become a set when they are searched a second time.
const WORTH_A_SET = 8

interface Looked {
  list?: readonly unknown[]
  has?: (value: unknown) => boolean
}

/** `value in list` and `value in path(…)`: null where there is neither. */
export function compileMembership(left: Step, right: Step): Step {
  const cell = cellOf((): Looked => ({}))
  return stepOf([left, right], (scope) => {
    const [value, list] = [left.run(scope), right.run(scope)]
    if (isPath(list)) return isInPath(value, list, scope.run)
    if (!Array.isArray(list)) return null
    const last = cell(scope.run)
    const isAgain = last.list === list
    if (!isAgain) Object.assign(last, { list, has: undefined })
    if (isAgain && list.length >= WORTH_A_SET) last.has ??= membersOf(list)
    if (last.has !== undefined) return last.has(value)
    scope.run.budget.spend(1 + list.length)
    return list.some((item) => isEqual(value, item ?? null))
  })
}

/** The Studio's `match text::query(…)`, which groq-js lacks: of a whole document, or of a field. */
export function compileTextMatch(node: GroqNode, place: Place, compile: Compile): Step {
  const words = wordsOf(node)
  if (!searchesDocument(node)) {
    const field = compile(node['left'], place)
    return stepOf([field], (scope) => textScore(field.run(scope), words, scope.run) > 0)
  }
  const run = (scope: Scope): boolean => {
    const document = documentOf(scope)
    return document !== undefined && findText([document], words, scope.run.budget).length > 0
  }
  return stepOf([], run, { reads: [place] })
}

// After a projection, the original document is searched.
function documentOf({ value, run }: Scope): LakeDocument | undefined {
  if (isDocument(value)) return value
  const id = isObject(value) ? value['_id'] : undefined
  return typeof id === 'string' ? run.catalogue?.view.get(id) : undefined
}
