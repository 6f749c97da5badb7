import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute'
import { ownItems, type ListItem } from './list-items.ts'
import { marksIn, stripMarks, type ShownField, type FieldsByMark } from './marks.ts'

interface Found {
  offset: number
  field: ShownField
  /** Whether it is decorative, such as the copy of a list that runs on: dragging it could not change the order. */
  isHidden: boolean
}

interface Element {
  /** Where its attributes begin. */
  offset: number
  isHidden: boolean
  /** Characters of text inside. */
  length: number
  /** Mark of the first text in it, and of the first in an attribute that is read aloud. */
  shown: string | undefined
  spoken: string | undefined
  /** Through how many elements its text has been passed up to it. */
  climbed: number
  /** How many texts of each document of a list are shown inside. */
  listed: Map<string, number>
  /** Its child elements that show some. */
  inside: { offset: number; isHidden: boolean; listed: ReadonlyMap<string, number> }[]
}

/** By the id of a document, or the name of an item of a document's own list. */
type ListItems = Map<string, ListItem>

// React escapes every < and > outside of a tag, and closes every element: a scan is enough. It takes a fiftieth of a
// parser's time, which would be most of what an editor waits for.
const TOKEN = /<(\/?)([a-z][\w:-]*)([^>]*)>|<!--.*?-->|([^<]+)/gis
/** Attributes whose text people read or hear. */
const SPOKEN = /\s(?:alt|aria-label|placeholder|title)="([^"]*)"/g
/** How far up the element of a text is looked for whose parts are elements of their own, such as its words. */
const MAX_CLIMB = 3

/**
 * Adds `data-sanity` to every element of a body of `renderPage` that shows a text of a document or an item of a list,
 * which can then be dragged, and takes the marks out. All other bytes stay as they are.
 */
export function addEditAttributes(
  marked: string,
  fields: FieldsByMark,
  items: ReadonlyMap<string, ListItem>,
  studio: string,
): string {
  const insertions = findElements(marked, fields, new Map(items))
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ offset, field, isHidden }) => ({
      offset,
      text: ` data-sanity="${attributeOf(field, studio)}"${isHidden ? ' data-sanity-drag-disable="true"' : ''}`,
    }))
  let end = 0
  const parts = insertions.map(({ offset, text }) => {
    const before = marked.slice(end, offset)
    end = offset
    return before + text
  })
  return stripMarks(parts.join('') + marked.slice(end), fields)
}

function findElements(marked: string, fields: FieldsByMark, items: ListItems): Found[] {
  const found = new Map<number, Found>()
  const listed: (Found & { texts: number })[] = []
  const open: Element[] = []

  function close(): void {
    const element = open.pop()
    const parent = open.at(-1)
    if (!element) return
    listed.push(...itemsIn(element, items))
    if (parent) {
      parent.length += element.length
      if (element.listed.size > 0) parent.inside.push(element)
      for (const [id, texts] of element.listed) parent.listed.set(id, (parent.listed.get(id) ?? 0) + texts)
    }
    const mark = element.shown ?? element.spoken
    const field = mark === undefined ? undefined : fields.get(mark)
    if (!field) return
    const isPart = element.shown !== undefined && element.length < lengthOf(field)
    if (isPart && parent && !parent.shown && element.climbed < MAX_CLIMB)
      Object.assign(parent, { shown: mark, climbed: element.climbed + 1 })
    else found.set(element.offset, { offset: element.offset, isHidden: element.isHidden, field })
  }

  for (const token of marked.matchAll(TOKEN)) {
    const [whole, slash, name, attributes = '', text] = token
    if (text !== undefined) show(open.at(-1), text, fields, items)
    else if (slash) close()
    else if (name) {
      const spoken = [...attributes.matchAll(SPOKEN)].map(([, value]) => value ?? '').join('')
      const offset = token.index + 1 + name.length
      open.push({
        offset,
        isHidden: open.at(-1)?.isHidden === true || attributes.includes(' aria-hidden="true"'),
        length: 0,
        shown: undefined,
        spoken: marksIn(spoken, fields)[0],
        climbed: 0,
        listed: new Map(),
        inside: [],
      })
      if (whole.endsWith('/>')) close()
    }
  }
  // An item that is a single text is still dragged as an item, and its document opens from there. An element that shows
  // texts of two lists, such as a pillar and its step, is the item that most of its texts belong to.
  for (const item of listed.toSorted((one, other) => one.texts - other.texts)) found.set(item.offset, item)
  return [...found.values()]
}

function show(element: Element | undefined, text: string, fields: FieldsByMark, items: ListItems): void {
  if (!element) return
  element.length += text.length
  const marks = marksIn(text, fields)
  element.shown ??= marks[0]
  for (const mark of marks) {
    const field = fields.get(mark)
    if (!field) continue
    const own = ownItems(field)
    for (const [name, item] of own) items.set(name, item)
    for (const name of items.has(field.id) ? [field.id, ...own.keys()] : own.keys())
      element.listed.set(name, (element.listed.get(name) ?? 0) + 1)
  }
}

/** The child elements that show one document of a list each, which makes this element the list's. */
function itemsIn({ inside }: Element, items: ListItems): (Found & { texts: number })[] {
  const lists = new Set(inside.flatMap(({ listed }) => [...listed.keys()].map((id) => items.get(id)?.list)))
  return [...lists].flatMap((list) => {
    const shown = inside.flatMap(({ offset, isHidden, listed }) => {
      const ids = [...listed.keys()].filter((id) => items.get(id)?.list === list)
      return ids.length > 0 ? [{ offset, isHidden, ids, texts: listed.get(ids[0] ?? '') ?? 0 }] : []
    })
    const isList = new Set(shown.flatMap(({ ids }) => ids)).size > 1
    if (!isList || shown.some(({ ids }) => ids.length > 1)) return []
    return shown.flatMap(({ offset, isHidden, texts, ids: [id = ''] }) => {
      const field = items.get(id)?.field
      return field ? [{ offset, isHidden, field, texts }] : []
    })
  })
}

function lengthOf({ text }: ShownField): number {
  return text.replace(/\{\w+\}/g, '').trim().length
}

function attributeOf({ id, type, path }: ShownField, studio: string): string {
  const value = createDataAttribute({ baseUrl: studio, id, type, path }).toString()
  return value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
