import { DateTime, Path } from 'groq-js'
import type { Fields } from '../../document.ts'

type Kind = 'null' | 'boolean' | 'number' | 'string' | 'datetime' | 'path' | 'array' | 'object'

/** A moment, as groq-js keeps it. */
export interface Time {
  equals: (other: Time) => boolean
  add: (seconds: number) => Time
  difference: (other: Time) => number
  compareTo: (other: Time) => number
  toJSON: () => string
}

/** A pattern of ids, as groq-js keeps it. */
export interface PathPattern {
  toJSON: () => string
}

export function isTime(value: unknown): value is Time {
  return value instanceof DateTime
}

export function isPath(value: unknown): value is PathPattern {
  return value instanceof Path
}

/** The type of a value in GROQ: those of JSON, and two that only a query makes. */
function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'object' || value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isTime(value)) return 'datetime'
  return isPath(value) ? 'path' : 'object'
}

/** Whether a value is an object in GROQ, which a time and a path are not. */
export function isObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  // Most are plain, and are told so sooner.
  return Object.getPrototypeOf(value) === Object.prototype || kindOf(value) === 'object'
}

/** `==`: arrays and objects equal nothing. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (isTime(one) && isTime(other)) return one.equals(other)
  return one === other && (typeof one !== 'object' || one === null)
}

/** `<` and its like: null for values that have no order among each other. */
export function compare(one: unknown, other: unknown): number | null {
  const kind = kindOf(one)
  if (kind !== kindOf(other)) return null
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  if (kind === 'number' || kind === 'boolean') return Number(one) - Number(other)
  return isTime(one) && isTime(other) ? one.compareTo(other) : null
}

// GROQ's order of unlike values; all others come last, in the order they came in.
const RANKS: Partial<Record<Kind, number>> = { datetime: 1, number: 2, string: 3, boolean: 4 }
const REST = 100

/** The order of `order()`, where all values have one. */
export function rank(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [RANKS[kindOf(one)] ?? REST, RANKS[kindOf(other)] ?? REST]
  return first === second ? (compare(one, other) ?? 0) : first - second
}

/** Infinity and NaN become null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Tells whether a value equals an element of the array, without a look at each. */
export function membersOf(array: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set<unknown>(array.map((element) => element ?? null))
  const times = new Set(array.flatMap((element) => (isTime(element) ? timeOf(element) : [])))
  return (value) => {
    if (isTime(value)) return times.has(timeOf(value))
    return (typeof value !== 'object' || value === null) && plain.has(value)
  }
}

const EPOCH: Time = new DateTime(new Date(0))

function timeOf(time: Time): number {
  return time.difference(EPOCH)
}
