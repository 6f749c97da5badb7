import { evaluateSync, type ExprNode } from 'groq-js'
import { isDocument, isDraftId, isRecord, isVersionId, publishedId, releaseOf } from '../../document.ts'
import { SURROUNDINGS } from '../groq.ts'
import type { Run, Scope } from './scope.ts'
import { finite, isTime, membersOf } from './values.ts'
import { isReferring, weigh } from './walk.ts'

type Call = (args: readonly unknown[], run: Run, value: unknown) => unknown

/**
 * Own versions of functions that may take long, produce much, or are called all the time. groq-js has the others.
 */
const FUNCTIONS: Readonly<Record<string, Call>> = {
  'global::count': ([list]) => (Array.isArray(list) ? list.length : null),
  'global::defined': ([value]) => (value ?? null) !== null,
  'global::length': ([value], run) => lengthOf(value, run),
  'global::string': ([value]) => textOf(value),
  'global::references': (args, run, value) => references(args, run, value),
  'sanity::versionOf': ([id], _, value) =>
    askOfId(id, value, (own, wanted) => own === wanted || (isPrefixed(own) && publishedId(own) === wanted)),
  'sanity::partOfRelease': ([release], _, value) =>
    askOfId(release, value, (own, wanted) => releaseOf(own) === wanted),
  'global::lower': ([text], run) => inCase(text, run, (given) => given.toLowerCase()),
  'global::upper': ([text], run) => inCase(text, run, (given) => given.toUpperCase()),
  'string::lower': ([text], run) => inCase(text, run, (given) => given.toLowerCase()),
  'string::upper': ([text], run) => inCase(text, run, (given) => given.toUpperCase()),
  'string::startsWith': ([text, start]) =>
    typeof text === 'string' && typeof start === 'string' ? text.startsWith(start) : null,
  'string::split': ([text, separator], run) => split(text, separator, run),
  'array::join': ([list, separator], run) => join(list, separator, run),
  'array::compact': ([list], run) => keep(list, run, (value) => value !== null),
  'array::unique': ([list], run) => keep(list, run, isFirst()),
  'array::intersects': ([one, other], run) => intersects(one, other, run),
  'math::min': ([list], run) => extreme(list, run, (one, other) => (one < other ? one : other)),
  'math::max': ([list], run) => extreme(list, run, (one, other) => (one > other ? one : other)),
  'math::sum': ([list], run) => sum(numbersOf(list, run)),
  'math::avg': ([list], run) => {
    const numbers = numbersOf(list, run)
    return numbers && numbers.length > 0 ? finite((sum(numbers) ?? 0) / numbers.length) : null
  },
}

/** Functions of groq-js that depend only on their arguments. */
const CLOSED = ['global::dateTime', 'global::identity', 'global::now', 'global::path', 'global::round']

/** Whether a function may read `@` beside its arguments. */
export function looksAtItem(name: string): boolean {
  if (name === 'global::references' || name.startsWith('sanity::')) return true
  return FUNCTIONS[name] === undefined && !CLOSED.includes(name)
}

/** Calls a function by its full name, as `global::count`. @throws when nobody has it */
export function call(full: string, args: readonly unknown[], { run, value }: Scope): unknown {
  run.budget.spend(2)
  const own = FUNCTIONS[full]
  if (own !== undefined) return own(args, run, value)
  for (const argument of args) weigh(argument, run.budget)
  const [namespace = '', name = ''] = full.split('::')
  const values: ExprNode[] = args.map((argument) => ({ type: 'Value', value: argument }))
  const tree: ExprNode = { type: 'FuncCall', namespace, name, args: values }
  return evaluateSync(tree, {
    ...SURROUNDINGS,
    root: value,
    timestamp: run.timestamp,
    identity: run.identity,
  }).data
}

/** Null where there is nothing to compare: no search text, and no document id. */
function askOfId(
  wanted: unknown,
  value: unknown,
  ask: (own: string, wanted: string) => boolean,
): boolean | null {
  const own = isRecord(value) ? value['_id'] : undefined
  return typeof wanted === 'string' && typeof own === 'string' ? ask(own, wanted) : null
}

function isPrefixed(id: string): boolean {
  return isDraftId(id) || isVersionId(id)
}

function lengthOf(value: unknown, { budget }: Run): number | null {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'string') return null
  budget.spend(value.length / 8)
  let count = 0
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code < 0xd800 || code > 0xdbff) count++
  }
  return count
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (isTime(value)) return value.toJSON()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function inCase(text: unknown, { budget }: Run, change: (text: string) => string): string | null {
  if (typeof text !== 'string') return null
  budget.spend(text.length / 32)
  budget.write(text.length)
  return change(text)
}

function references(args: readonly unknown[], { budget, catalogue }: Run, value: unknown): boolean {
  const wanted = new Set(referenceIds(args))
  budget.spend(wanted.size)
  if (wanted.size === 0) return false
  // The index is asked only for documents that it holds as a whole.
  if (catalogue !== undefined && isDocument(value) && catalogue.view.get(value._id) === value) {
    const original = value['_originalId']
    const own = typeof original === 'string' ? original : value._id
    const isKnown = [...wanted].some((id) => catalogue.referrers(id).has(own))
    if (!isKnown) return false
  }
  return isReferring(value, wanted, budget)
}

/** The ids given to `references()`, any of which matches. Values that are not texts are skipped. */
export function referenceIds(args: readonly unknown[]): string[] {
  return args.flat().filter((id) => typeof id === 'string')
}

function split(text: unknown, separator: unknown, { budget }: Run): string[] | null {
  if (typeof text !== 'string' || typeof separator !== 'string') return null
  budget.spend(text.length / 8)
  budget.make(text.length)
  if (text === '') return []
  return separator === '' ? Array.from(text) : text.split(separator)
}

function join(list: unknown, separator: unknown, { budget }: Run): string | null {
  if (!Array.isArray(list) || typeof separator !== 'string') return null
  let length = 0
  const texts: string[] = []
  for (const item of list) {
    const text = textOf(item)
    if (text === null) return null
    length += text.length + separator.length
    budget.spend(1)
    texts.push(text)
  }
  budget.write(length)
  return texts.join(separator)
}

function keep(list: unknown, { budget }: Run, wanted: (value: unknown) => boolean): unknown[] | null {
  if (!Array.isArray(list)) return null
  budget.spend(list.length)
  budget.make(list.length)
  return list.filter(wanted)
}

// A DateTime is an object, and as in groq-js no two are equal.
function isFirst(): (value: unknown) => boolean {
  const seen = new Set<unknown>()
  return (value) => {
    if (value === null || (typeof value === 'object' && !isTime(value))) return true
    const isNew = !seen.has(value)
    seen.add(value)
    return isNew
  }
}

function intersects(one: unknown, other: unknown, { budget }: Run): boolean | null {
  if (!Array.isArray(one) || !Array.isArray(other)) return null
  budget.spend(one.length + other.length)
  return one.some(membersOf(other))
}

function extreme(list: unknown, run: Run, choose: (one: number, other: number) => number): number | null {
  const numbers = numbersOf(list, run)
  return numbers === undefined || numbers.length === 0 ? null : numbers.reduce(choose)
}

function sum(numbers: readonly number[] | undefined): number | null {
  return numbers === undefined ? null : finite(numbers.reduce((total, number) => total + number, 0))
}

/** Undefined where there is anything but numbers and null. */
function numbersOf(list: unknown, { budget }: Run): number[] | undefined {
  if (!Array.isArray(list)) return undefined
  budget.spend(list.length)
  const values = list.filter((value) => value !== null)
  return values.every((value) => typeof value === 'number') ? values : undefined
}
