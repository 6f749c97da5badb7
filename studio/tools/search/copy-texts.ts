import type { SchemaType } from '@sanity/types'
import { longestOf } from '../form/longest.ts'

/** A text that visitors read, where it stands in its document. */
export interface CopyText {
  /** Of the text itself, as patches write it: `items[_key=="a"].answer[_key=="b"].children[_key=="s"].text`. */
  path: string
  /** Of the field that it is written in. */
  field: string
  text: string
  /** What stands before and after it in the same paragraph. */
  around: [before: string, after: string]
  /** How many characters its field has room for. */
  longest: number | undefined
  /** Where its parts meet, some of which are bold or links. Words across a seam can be found, and not replaced. */
  seams?: readonly number[]
}

interface Block {
  _key: string
  children?: { _key: string; text?: string }[]
}

/** Types whose values are names of something and no copy. */
const NAMES = new Set(['slug', 'reference', 'url', 'email', 'date', 'datetime'])

/** A text that is an address as a whole. */
const ADDRESS = /^(?:\S+@\S+\.\S+|https?:\/\/\S+|\/\S*)$/u

/** All copy of a document. What is chosen from a list, an address, an id or a key is none. */
export function copyTexts(type: SchemaType, document: unknown): CopyText[] {
  return [...textsIn(type, document, '')]
}

function* textsIn(type: SchemaType, value: unknown, path: string): Generator<CopyText> {
  if (value === null || value === undefined || NAMES.has(type.name)) return
  if (type.jsonType === 'string') {
    if (typeof value === 'string' && isCopy(type, value))
      yield { path, field: path, text: value, around: ['', ''], longest: longestOf(type) }
    return
  }
  if (type.jsonType === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const { _key: key, _type: name } = (item ?? {}) as { _key?: string; _type?: string }
      const here = `${path}[${key === undefined ? index : `_key=="${key}"`}]`
      if (name === 'block') yield* spansOf(item as Block, here, path)
      else {
        const itemType = type.of.find((one) => one.name === name) ?? type.of[0]
        if (itemType) yield* textsIn(itemType, item, here)
      }
    }
    return
  }
  if (type.jsonType !== 'object') return
  for (const field of type.fields) {
    const inner = (value as Record<string, unknown>)[field.name]
    yield* textsIn(field.type, inner, path === '' ? field.name : `${path}.${field.name}`)
  }
}

function isCopy(type: SchemaType, text: string): boolean {
  const { list, link } = (type.options ?? {}) as { list?: unknown; link?: unknown }
  return list === undefined && link === undefined && !ADDRESS.test(text)
}

function* spansOf({ children = [] }: Block, path: string, field: string): Generator<CopyText> {
  const said = (from: number, to?: number): string =>
    children
      .slice(from, to)
      .map(({ text }) => text ?? '')
      .join('')
  for (const [index, { _key: key, text = '' }] of children.entries())
    yield {
      path: `${path}.children[_key=="${key}"].text`,
      field,
      text,
      around: [said(0, index), said(index + 1)],
      longest: undefined,
    }
  if (children.length < 2) return
  const seams = children.slice(1).map((_, index) => said(0, index + 1).length)
  yield { path, field, text: said(0), around: ['', ''], longest: undefined, seams }
}
