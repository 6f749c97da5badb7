import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute'
import { marksIn, stripMarks, type Leaf, type Leaves } from './marks.ts'

interface Element {
  /** Where its attributes begin. */
  offset: number
  /** Characters of text inside. */
  length: number
  /** Mark of the text that it shows, or else speaks. */
  shown: string | undefined
  spoken: string | undefined
  /** How many elements the text inside has been looked for in. */
  climbed: number
}

// React escapes every < and > that is not of a tag, and closes every element: a scan is enough, in a fiftieth
// of a parser's time, which would be most of what an editor waits for.
const TOKEN = /<(\/?)([a-z][\w:-]*)([^>]*)>|<!--.*?-->|([^<]+)/gis
/** Attributes whose text people read or hear. */
const SPOKEN = /\s(?:alt|aria-label|placeholder|title)="([^"]*)"/g
/** How far up a text may be looked for whose parts are elements of their own, such as its words. */
const MAX_CLIMB = 3

/**
 * A body that `render` wrote, with `data-sanity` on every element that shows a text of a document, and without
 * marks. Only the attributes are inserted: all other bytes stay as they are.
 */
export function addEditAttributes(marked: string, leaves: Leaves, studio: string): string {
  const insertions = findElements(marked, leaves)
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ offset, leaf }) => ({ offset, text: ` data-sanity="${attributeOf(leaf, studio)}"` }))
  let end = 0
  const parts = insertions.map(({ offset, text }) => {
    const before = marked.slice(end, offset)
    end = offset
    return before + text
  })
  return stripMarks(parts.join('') + marked.slice(end), leaves)
}

function findElements(marked: string, leaves: Leaves): { offset: number; leaf: Leaf }[] {
  const found: { offset: number; leaf: Leaf }[] = []
  const open: Element[] = []

  function close(): void {
    const element = open.pop()
    const parent = open.at(-1)
    if (!element) return
    if (parent) parent.length += element.length
    const sign = element.shown ?? element.spoken
    const leaf = sign === undefined ? undefined : leaves.get(sign)
    if (!leaf) return
    const isPart = element.shown !== undefined && element.length < lengthOf(leaf)
    if (isPart && parent && !parent.shown && element.climbed < MAX_CLIMB)
      Object.assign(parent, { shown: sign, climbed: element.climbed + 1 })
    else found.push({ offset: element.offset, leaf })
  }

  for (const token of marked.matchAll(TOKEN)) {
    const [whole, slash, name, attributes = '', text] = token
    if (text !== undefined) show(open.at(-1), text, leaves)
    else if (slash) close()
    else if (name) {
      const spoken = [...attributes.matchAll(SPOKEN)].map(([, value]) => value ?? '').join('')
      const offset = token.index + 1 + name.length
      open.push({ offset, length: 0, shown: undefined, spoken: marksIn(spoken, leaves)[0], climbed: 0 })
      if (whole.endsWith('/>')) close()
    }
  }
  return found
}

function show(element: Element | undefined, text: string, leaves: Leaves): void {
  if (!element) return
  element.length += text.length
  element.shown ??= marksIn(text, leaves)[0]
}

function lengthOf({ text }: Leaf): number {
  return text.replace(/\{\w+\}/g, '').trim().length
}

function attributeOf({ id, type, path }: Leaf, studio: string): string {
  return createDataAttribute({ baseUrl: studio, id, type, path }).toString().replace(/"/g, '&quot;')
}
