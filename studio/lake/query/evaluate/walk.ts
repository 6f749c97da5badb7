import { MAX_LEVELS, type Fields } from '../../document.ts'
import { tooMuch, type Budget } from '../budget.ts'
import { isObject, isPath, isTime } from './values.ts'

/** A document with as much around it. */
const MAX_DEPTH = 2 * MAX_LEVELS
const MAX_ANSWER = 32 * 1024 * 1024

/** Whether a reference to one of the ids is anywhere in the value. */
export function isReferring(value: unknown, ids: ReadonlySet<unknown>, budget: Budget): boolean {
  budget.spend(1)
  if (Array.isArray(value)) return value.some((item) => isReferring(item, ids, budget))
  if (!isObject(value)) return false
  const { _ref: target } = value
  if (target) return ids.has(target)
  return Object.values(value).some((item) => isReferring(item, ids, budget))
}

/** Counts all that is in a value: what is there once in memory may be many times as long when it is written out. */
export function weigh(value: unknown, budget: Budget): void {
  budget.spend(1)
  if (typeof value === 'string') budget.write(value.length)
  if (Array.isArray(value)) for (const item of value) weigh(item, budget)
  else if (isObject(value)) for (const item of Object.values(value)) weigh(item, budget)
}

/**
 * The value as JSON has it: times and paths become texts. What has none is returned as it is.
 * @throws LakeError 400 where it would be too long or too deep to be sent
 */
export function answerOf(value: unknown, budget: Budget): unknown {
  let length = 0

  function count(characters: number): void {
    length += characters
    if (length > MAX_ANSWER) throw tooMuch('has too long an answer', 'ask for fewer documents or fields')
  }

  function plain(item: unknown, depth: number): unknown {
    if (typeof item === 'string') count(item.length)
    if (typeof item !== 'object' || item === null) return item
    if (isTime(item) || isPath(item)) return item.toJSON()
    if (depth > MAX_DEPTH) throw tooMuch('has too deep an answer', 'nest less')
    if (Array.isArray(item)) return plainArray(item, depth + 1)
    return isObject(item) ? plainObject(item, depth + 1) : item
  }

  function plainArray(items: readonly unknown[], depth: number): unknown {
    let changed: unknown[] | undefined
    budget.spend(items.length)
    count(items.length)
    for (const [index, item] of items.entries()) {
      const own = plain(item, depth)
      if (own !== item && changed === undefined) changed = items.slice()
      if (changed !== undefined) changed[index] = own
    }
    return changed ?? items
  }

  function plainObject(record: Fields, depth: number): unknown {
    let changed: Fields | undefined
    for (const name of Object.keys(record)) {
      const item = record[name]
      budget.spend(1)
      count(name.length + 4)
      const own = plain(item, depth)
      if (own !== item) changed ??= { ...record }
      if (changed !== undefined) changed[name] = own
    }
    return changed ?? record
  }

  return plain(value ?? null, 0)
}
