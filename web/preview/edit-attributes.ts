import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { marksIn, stripMarks, type Leaf, type Leaves } from './marks.ts'

/** Attributes whose text people read or hear. */
const SPOKEN = new Set(['alt', 'aria-label', 'placeholder', 'title'])
/** How far up a text may be looked for whose parts are elements of their own, such as its words. */
const MAX_CLIMB = 3

/**
 * A page with `data-sanity` on every element that shows a text of a document, and without its marks. Only the
 * attributes are inserted: all other bytes stay as `render` wrote them.
 */
export function addEditAttributes(marked: string, leaves: Leaves, studio: string): string {
  const insertions: { offset: number; text: string }[] = []
  for (const [element, sign] of shownLeaves(parse(marked, { sourceCodeLocationInfo: true }), leaves)) {
    const leaf = leaves.get(sign)
    const offset = endOfName(element)
    if (!leaf || offset === undefined) continue
    insertions.push({ offset, text: ` data-sanity="${attributeOf(leaf, studio)}"` })
  }
  insertions.sort((one, other) => one.offset - other.offset)
  let end = 0
  const parts = insertions.map(({ offset, text }) => {
    const before = marked.slice(end, offset)
    end = offset
    return before + text
  })
  return stripMarks(parts.join('') + marked.slice(end), leaves)
}

/** The first text of each element, or else the first of its spoken attributes. */
function shownLeaves(document: Tree.Document, leaves: Leaves): Map<Tree.Element, string> {
  const found = new Map<Tree.Element, string>()
  const visit = (node: Tree.Node) => {
    if ('tagName' in node) {
      const texts = node.childNodes.map((child) =>
        child.nodeName === '#text' && 'value' in child ? child.value : '',
      )
      const [shown] = marksIn(texts.join(''), leaves)
      const attributes = node.attrs.filter(({ name }) => SPOKEN.has(name)).map(({ value }) => value)
      const [spoken] = marksIn(attributes.join(''), leaves)
      if (shown) place(found, wholeOf(node, leaves.get(shown), leaves), shown)
      else if (spoken) place(found, node, spoken)
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(document)
  return found
}

function place(found: Map<Tree.Element, string>, element: Tree.Element, sign: string): void {
  if (!found.has(element)) found.set(element, sign)
}

/** The nearest element that holds the whole text of a leaf: a headline, not its last word. */
function wholeOf(element: Tree.Element, leaf: Leaf | undefined, leaves: Leaves): Tree.Element {
  const wanted = leaf?.text.replace(/\{\w+\}/g, '').trim().length ?? 0
  let whole = element
  for (let step = 0; step < MAX_CLIMB; step += 1) {
    const { parentNode } = whole
    if (stripMarks(textOf(whole), leaves).length >= wanted || !parentNode || !('tagName' in parentNode)) break
    whole = parentNode
  }
  return whole
}

function textOf(node: Tree.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

function endOfName({ tagName, sourceCodeLocation }: Tree.Element): number | undefined {
  const start = sourceCodeLocation?.startTag?.startOffset
  return start === undefined ? undefined : start + '<'.length + tagName.length
}

function attributeOf({ id, type, path }: Leaf, studio: string): string {
  return createDataAttribute({ baseUrl: studio, id, type, path }).toString().replace(/"/g, '&quot;')
}
