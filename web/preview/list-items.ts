import { slugOf, type Documents, type StoredDocument } from '../content/documents.ts'
import type { ShownField } from './marks.ts'

/** Where a document stands in a list of another one, and which list that is. */
export interface ListItem {
  list: string
  field: ShownField
}

/**
 * The place of each document in a list that refers to it: of several lists, in the first. On the landing page of this
 * slug its own lists come first; those of other landing pages count on no page.
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
 * The items of its own document's lists that a field is in, by name: for a tile's title, the tile. Parts of a rich text
 * are not items.
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
