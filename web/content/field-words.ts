import type { StoredDocument } from './documents.ts'
import titles from './titles.generated.json' with { type: 'json' }

/**
 * Titles by document type: its own under '', and those of its fields and items under paths such as `items[].question`,
 * or `blocks[quoteBlock].person` where a list holds several types.
 */
const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = titles

interface Named {
  _id: string
  _type: string
  title?: unknown
}

/** A document as the Studio lists it: `Home`, or `FAQ group “Platform & Models”` where there are several. */
export function documentWords({ _id: id, _type: type, title }: Named): string {
  const kind = TITLES[type]?.[''] ?? type
  return id === type || typeof title !== 'string' ? kind : `${kind} “${title}”`
}

/** The field at a path, named as in its form: `“Question 2 › Answer”`. */
export function fieldWords(document: StoredDocument, path: string): string {
  const own = TITLES[document._type] ?? {}
  const words: string[] = []
  let here: unknown = document
  let place = ''
  let isList = false
  for (const [step, item] of path.matchAll(/\[([^\]]+)\]|[^.[]+/gu)) {
    const index = item === undefined ? undefined : indexOf(here, item)
    here = (here as Record<string, unknown> | undefined)?.[index ?? step]
    place = index === undefined ? `${place}${place && '.'}${step}` : itemPlace(own, place, here)
    const title = own[place]
    if (index !== undefined && isList) {
      // An item stands for its list: “Question 2” and not “Questions › Question 2”.
      const last = words.pop() ?? ''
      words.push(title === undefined && typeof here !== 'string' ? last : `${title ?? last} ${index + 1}`)
    } else if (title !== undefined) words.push(index === undefined ? title : `${title} ${index + 1}`)
    isList = index === undefined && title !== undefined
  }
  return words.length === 0 ? 'This' : `“${words.join(' › ')}”`
}

/** The place of a list's item in `TITLES`: with its type, where the list holds several. */
function itemPlace(own: Readonly<Record<string, string>>, list: string, item: unknown): string {
  const typed = `${list}[${String((item as { _type?: unknown } | undefined)?._type)}]`
  return typed in own ? typed : `${list}[]`
}

/** @param item as in a path: `2`, or `_key=="a"` */
function indexOf(list: unknown, item: string): number {
  const key = /^_key=="(.*)"$/u.exec(item)?.[1]
  if (key === undefined) return Number(item)
  return Array.isArray(list) ? list.findIndex((one: { _key?: unknown } | null) => one?._key === key) : -1
}
