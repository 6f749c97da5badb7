import { slugOf, type Documents, type StoredDocument } from '../content/documents.ts'
import type { ShownField } from './marks.ts'

/** Where a document stands in a list of another one, and which list that is. */
export interface ListItem {
  list: string
  field: ShownField
}

/**
 * For each document that a list refers to, its place there: of several lists, the first. On the landing page of
 * this slug its own lists come first, and on no page those of another landing page.
 */
export function listItems(documents: Documents, slug?: string): Map<string, ListItem> {
  const items = new Map<string, ListItem>()
  const all = [...documents.values()]
  const own = all.filter((page) => isLanding(page) && slugOf(page) === slug)
  for (const document of [...own, ...all.filter((page) => !isLanding(page))])
    if (!document._type.startsWith('sanity.')) visit(document, document, '', items)
  return items
}

/**
 * The items of lists of its own document that a field stands in, by a name for each: the tile of a tile's title. Parts
 * of a rich text are not items.
 */
export function ownItems({ id, type, path }: ShownField): Map<string, ListItem> {
  const items = new Map<string, ListItem>()
  const [start = ''] = path.split(RICH_TEXT)
  for (const { index, 0: step } of start.matchAll(ITEM)) {
    const item = path.slice(0, index + step.length)
    items.set(`${id}.${item}`, {
      list: `${id}.${path.slice(0, index)}`,
      field: { id, type, path: item, text: '' },
    })
  }
  return items
}

const ITEM = /\[_key=="[^"]*"\]/g
const RICH_TEXT = /\[_key=="[^"]*"\]\.children\[/

function isLanding({ _type: type }: StoredDocument): boolean {
  return type === 'landingPage'
}

function visit(value: unknown, owner: StoredDocument, path: string, items: Map<string, ListItem>): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    for (const [name, field] of Object.entries(value))
      visit(field, owner, path ? `${path}.${name}` : name, items)
    return
  }
  const references = value.filter(isReference)
  if (references.length < value.length) return
  for (const { _key, _ref } of references) {
    const field = { id: owner._id, type: owner._type, path: `${path}[_key=="${_key}"]`, text: '' }
    if (!items.has(_ref)) items.set(_ref, { list: `${owner._id}.${path}`, field })
  }
}

function isReference(item: unknown): item is { _key: string; _ref: string } {
  return (
    typeof item === 'object' &&
    item !== null &&
    '_ref' in item &&
    '_key' in item &&
    typeof item._ref === 'string' &&
    typeof item._key === 'string'
  )
}
