import { isRecord } from '../document.ts'
import type { Filter, Range, Step } from './path.ts'

/** Reports along a path. `times` says how often the mutator visits a place: once for each term of a union. */
export interface Visitor {
  /** @param steps of work, of which a filter takes one for each item; Infinity where there is no end of it */
  spend: (steps: number) => void
  /** @param holder the object or array that holds `count` of the places where the path ends */
  arrive: (holder: unknown, count: number, times: number) => void
}

/** A place that does not exist yet: a patch may create anything there. */
const UNKNOWN = Symbol('unknown')
/** The cost of going on from a place, where looking at an item costs 1. */
const STEPS_INTO = 10
/** Array items copied for one step. */
const COPIED_ITEMS = 32
/** Each field of an object, as their names are sorted. */
const STEPS_OF_FIELD = 2
/** Beyond this many fields, each takes about ten times as long to copy. */
const WIDE = 5000
const STEPS_OF_FIELD_IN_WIDE = 20
/** Beyond this, adding 1 does not change a number, and the mutator would count for ever. */
const FAR = 10_000_000

/** Follows a path as the mutator does, and changes nothing. */
export function follow(path: readonly Step[], document: unknown, { spend, arrive }: Visitor): void {
  function go(steps: readonly Step[], value: unknown, times: number): void {
    const [step, ...rest] = steps
    if (step === undefined) return arrive(value, 1, times)
    spend(times * (STEPS_INTO + rest.length / COPIED_ITEMS))
    switch (step.kind) {
      case 'union':
        for (const terms of step.paths) go([...terms, ...rest], value, times)
        return
      case 'below':
        return goBelow(step.path, rest, value, times)
      case 'filter':
        return goFiltered(step, rest, value, times)
      case 'field':
        if (Array.isArray(value)) return
        return enter(rest, value, fieldOf(value, step.name), times)
      case 'index':
        if (isArray(value)) enter(rest, value, itemOf(value, step.at), times)
        return
      case 'range':
        if (isArray(value)) goThrough(step, rest, value, times)
        return
      default:
        return step satisfies never
    }
  }

  function enter(rest: readonly Step[], holder: unknown, value: unknown, times: number): void {
    if (rest.length === 0) return end(holder, 1, times)
    spend(times * copyOf(holder))
    go(rest, value, times)
  }

  function end(holder: unknown, count: number, times: number): void {
    spend(times * count * copyOf(holder))
    arrive(holder, count, times)
  }

  function goFiltered(filter: Filter, rest: readonly Step[], value: unknown, times: number): void {
    if (!Array.isArray(value)) {
      if (value === UNKNOWN || passes(filter, value)) go(rest, value, times)
      return
    }
    spend(times * value.length * Math.max(1, filter.names.length))
    const found = value.filter((item) => passes(filter, item))
    if (rest.length === 0) return end(value, found.length, times)
    // An endless path is refused whatever it matches, so that its sender learns of it at once.
    for (const item of found.length > 0 ? found : [UNKNOWN]) enter(rest, value, item, times)
  }

  /** For each place, the mutator goes through all places again. */
  function goThrough(range: Range, rest: readonly Step[], value: unknown, times: number): void {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    const [from, to] = endsOf(range, items.length)
    if (Math.max(Math.abs(from), Math.abs(to)) > FAR) return spend(Infinity)
    const width = Math.max(0, Math.ceil(to - from))
    if (rest.length === 0) {
      spend((times * width * width) / COPIED_ITEMS)
      return end(value, width, times)
    }
    const there = items.slice(Math.max(0, from), Math.max(0, to))
    spend(times * STEPS_INTO * width ** 2)
    for (const item of there) enter(rest, value, item, times * width)
    if (width > there.length) enter(rest, value, UNKNOWN, times * width * (width - there.length))
  }

  /** Every nested place is visited again from each level above, which doubles the work for each level. */
  function goBelow(below: readonly Step[], rest: readonly Step[], value: unknown, times: number): void {
    const [step, ...others] = below
    if (step === undefined || step.kind === 'union' || step.kind === 'below') return spend(Infinity)
    if (rest.length + others.length > 0) return spend(Infinity)
    if (step.kind !== 'field' || fieldOf(value, step.name) !== UNKNOWN) go(below, value, times)
    for (const item of typeof value === 'object' && value !== null ? Object.values(value) : []) {
      spend(times * STEPS_INTO)
      goBelow(below, rest, item, times)
    }
  }

  go(path, document, 1)
}

function isArray(value: unknown): boolean {
  return Array.isArray(value) || value === UNKNOWN
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : UNKNOWN
}

function itemOf(value: unknown, index: number): unknown {
  return Array.isArray(value) && index < value.length ? (value.at(index) ?? UNKNOWN) : UNKNOWN
}

/** The cost of changing it: the mutator makes a copy. */
function copyOf(holder: unknown): number {
  if (Array.isArray(holder)) return holder.length / COPIED_ITEMS
  return isRecord(holder) ? costOfFields(holder) : 0
}

/** In steps: what an object costs that is copied or written, without what is in its fields. */
export function costOfFields(object: object): number {
  const { length } = Object.keys(object)
  return length * (length > WIDE ? STEPS_OF_FIELD_IN_WIDE : STEPS_OF_FIELD)
}

/** The mutator reads an end of 0 as the end of the array. */
function endsOf({ from, to, step }: Range, length: number): [from: number, to: number] {
  const ends = [from ?? 0, to || length].map((end) => (end < 0 ? end + length : end))
  const [first = 0, last = 0] = step < 0 ? ends.toReversed() : ends
  return [first, last]
}

/** Whether an item may match; assumed for every comparison but `==`. */
function passes({ names, operator, value }: Filter, item: unknown): boolean {
  const isItself = names.length === 0
  const found = names.reduce<unknown>((holder, name) => fieldOf(holder, name), item)
  if (found === UNKNOWN || (typeof found === 'object' && found !== null)) return false
  return (isItself && operator === '?') || operator !== '==' || found === value
}
