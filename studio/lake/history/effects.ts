import { isRecord, type Fields, type LakeDocument } from '../document.ts'

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
 * What a change did to a document, and what undoes it, revisions left out: who applies them takes those from beside
 * them, as Sanity's Studio does. The npm package `mendoza` applies patches but makes none.
 */
export function effectsOf(before: LakeDocument | null, after: LakeDocument | null): Effects {
  const [from, to] = [contentOf(before), contentOf(after)]
  return { apply: patchOf(from, to), revert: patchOf(to, from) }
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
  const kept = Object.keys(from)
    .toSorted()
    .flatMap((key, index) => (key in to ? diffField(key, index, from[key], to[key]) : [DELETE_FIELD, index]))
  const added = Object.keys(to).flatMap((key) => (key in from ? [] : [SET_FIELD, to[key], key]))
  return [...kept, ...added]
}

function diffField(key: string, index: number, from: unknown, to: unknown): Patch {
  if (isEqual(from, to)) return []
  if (isRecord(from) && isRecord(to)) return [PUSH_FIELD_COPY, index, ...diffRecord(from, to), RETURN_FIELD]
  if (isKeyed(from) && isKeyed(to)) {
    return [PUSH_FIELD_BLANK, index, ...to.flatMap((item) => diffItem(from, item)), RETURN_FIELD]
  }
  return [SET_FIELD, to, key]
}

function diffItem(from: Fields[], item: Fields): Patch {
  const index = from.findIndex(({ _key }) => _key === item['_key'])
  const old = from[index]
  if (old === undefined) return [APPEND_VALUE, item]
  if (isEqual(old, item)) return [APPEND_SLICE, index, index + 1]
  return [PUSH_ELEMENT_COPY, index, ...diffRecord(old, item), RETURN_ELEMENT]
}

function isKeyed(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && '_key' in item)
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
