import { isRecord, type Fields, type LakeDocument } from '../document.ts'
import type { Change } from '../store/transaction.ts'

/** A Mendoza patch: opcodes and their arguments, as Sanity's history carries changes. */
type Patch = unknown[]

export interface Effects {
  apply: Patch
  revert: Patch
}

const VALUE = 0
const PUSH_FIELD_COPY = 10
const PUSH_FIELD_BLANK = 11
const PUSH_ELEMENT_COPY = 12
const RETURN_FIELD = 15
const RETURN_ELEMENT = 16
const SET_FIELD = 17
const DELETE_FIELD = 19
const APPEND_VALUE = 20
const APPEND_SLICE = 21

/**
 * The patches that apply and undo a change of a document. Revisions are left out, as Sanity's Studio takes them from
 * elsewhere in the answer. The npm package `mendoza` applies such patches but makes none.
 */
export function effectsOf(before: LakeDocument | null, after: LakeDocument | null): Effects {
  const [from, to] = [contentOf(before), contentOf(after)]
  return { apply: patchOf(from, to), revert: patchOf(to, from) }
}

const known = new WeakMap<Change, Effects>()

/** The same, computed once for all listeners of a change. */
export function effectsOfChange(change: Change): Effects {
  const effects = known.get(change) ?? effectsOf(change.before, change.after)
  known.set(change, effects)
  return effects
}

function contentOf(document: LakeDocument | null): Fields | null {
  if (document === null) return null
  const { _rev, ...content } = document
  return content
}

function patchOf(from: Fields | null, to: Fields | null): Patch {
  return from === null || to === null ? [VALUE, to] : diffRecord(from, to)
}

// Fields are addressed by their place among the sorted keys of the left side.
function diffRecord(from: Fields, to: Fields): Patch {
  if (from === to) return []
  const kept = Object.keys(from)
    .toSorted()
    .flatMap((key, index) =>
      Object.hasOwn(to, key) ? diffField(key, index, from[key], to[key]) : [DELETE_FIELD, index],
    )
  const added = Object.keys(to).flatMap((key) => (Object.hasOwn(from, key) ? [] : [SET_FIELD, to[key], key]))
  return [...kept, ...added]
}

// For records and keyed lists, an empty patch says that they are equal: comparing them first would read nested values
// once for each level above them.
function diffField(key: string, index: number, from: unknown, to: unknown): Patch {
  if (from === to) return []
  if (isRecord(from) && isRecord(to)) {
    const patch = diffRecord(from, to)
    return patch.length === 0 ? [] : [PUSH_FIELD_COPY, index, ...patch, RETURN_FIELD]
  }
  if (isKeyed(from) && isKeyed(to)) {
    const patch = diffItems(from, to)
    return patch.length === 0 ? [] : [PUSH_FIELD_BLANK, index, ...patch, RETURN_FIELD]
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [SET_FIELD, to, key]
}

/** Builds the right side from nothing; empty where it is equal to the left. */
function diffItems(from: readonly Fields[], to: readonly Fields[]): Patch {
  const places = new Map(from.map(({ _key }, index) => [_key, index]))
  let isSame = from.length === to.length
  const patch = to.flatMap((item, place) => {
    const { _key } = item
    const index = from[place]?.['_key'] === _key ? place : (places.get(_key) ?? -1)
    const old = from[index]
    const changes = old && diffRecord(old, item)
    isSame &&= index === place && changes?.length === 0
    if (changes === undefined) return [APPEND_VALUE, item]
    if (changes.length === 0) return [APPEND_SLICE, index, index + 1]
    return [PUSH_ELEMENT_COPY, index, ...changes, RETURN_ELEMENT]
  })
  return isSame ? [] : patch
}

function isKeyed(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && '_key' in item)
}
