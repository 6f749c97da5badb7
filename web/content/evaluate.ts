import { evaluateSync, parse, toJS, type ExprNode } from 'groq-js'
import type { Content } from './content.ts'
import type { Documents, StoredDocument } from './documents.ts'
import * as queries from './queries.ts'

export type ContentKey = keyof Content

/** The answer of one query, and the documents it was read from. */
export interface Part {
  value: unknown
  documents: ReadonlySet<string>
  /** Where the part is a kind of page: the documents of each, by slug. */
  pages?: ReadonlyMap<string, ReadonlySet<string>>
  /** The documents that any of these pages refers to. */
  references?: ReadonlySet<string>
}

/** Parts that hold any number of pages: each page is a field, named by its slug. */
const PAGE_KINDS: ReadonlySet<ContentKey> = new Set<ContentKey>(['legalPages', 'landingPages'])

interface PartQuery {
  name: ContentKey
  type: string
  tree: ExprNode
}

const QUERIES = Object.entries(queries).map(([name, query]): PartQuery => {
  const type = /^\*\[_type == "(\w+)"/.exec(query)?.[1]
  if (!type)
    throw new Error(`${name} must begin with *[_type == "…": a part is read from documents of one type.`)
  return { name: name.replace(/Query$/, '') as ContentKey, type, tree: parse(query) }
})

/**
 * Evaluates the site's queries over documents in memory, so that a build, a publish and a preview of the same documents
 * have the same content, whatever lake these came from. A part whose documents have not changed is taken from `before`,
 * so that one change costs one evaluation.
 */
export function evaluateParts(
  documents: Documents,
  before?: { documents: Documents; parts: ReadonlyMap<ContentKey, Part> },
): Map<ContentKey, Part> {
  const byType = Map.groupBy(documents.values(), ({ _type }) => _type)
  const changed = before && changedDocuments(before.documents, documents)

  return new Map(
    QUERIES.map((query) => {
      const known = before?.parts.get(query.name)
      const own = known && changed?.filter(({ _id }) => known.documents.has(_id))
      if (known && own?.length === 0) return [query.name, known]
      const part = known && own && replacePages(query, known, own, documents)
      return [query.name, part ?? evaluatePart(query, byType.get(query.type) ?? [], documents)]
    }),
  )
}

/** The earlier version of each document that has another revision now; undefined where a document came or went. */
function changedDocuments(before: Documents, now: Documents): StoredDocument[] | undefined {
  if (before.size !== now.size) return undefined
  const changed: StoredDocument[] = []
  for (const document of now.values()) {
    const last = before.get(document._id)
    if (last === document) continue
    if (last?._type !== document._type) return undefined
    if (last._rev !== document._rev) changed.push(last)
  }
  return changed
}

/**
 * The part after these of its documents have changed; its other pages, however many, stay as they are. Undefined where
 * more than the text of a page changed: its address, or what it refers to.
 */
function replacePages(
  { name, type, tree }: PartQuery,
  known: Part,
  changed: readonly StoredDocument[],
  documents: Documents,
): Part | undefined {
  if (!PAGE_KINDS.has(name)) return undefined
  const value = { ...(known.value as Record<string, Page>) }
  const pages = new Map(known.pages)
  for (const before of changed) {
    const document = documents.get(before._id)
    if (document?._type !== type || known.references?.has(before._id)) return undefined
    const last = answers.get(before)
    const next = pageOf(tree, document, documents)
    const [page] = next.value
    if (!page || next.value.length !== 1 || last?.value.length !== 1) return undefined
    if (value[page.slug] !== last.value[0] || !isEqual(last.documents, next.documents)) return undefined
    value[page.slug] = page
    pages.set(page.slug, next.documents)
  }
  return { ...known, value, pages }
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

function evaluatePart({ name, tree }: PartQuery, dataset: StoredDocument[], documents: Documents): Part {
  if (!PAGE_KINDS.has(name)) {
    const { value, read } = answerOf(tree, dataset, documents)
    return { value, documents: new Set(read.keys()) }
  }
  const value: Record<string, Page> = {}
  const read = new Set<string>()
  const pages = new Map<string, ReadonlySet<string>>()
  const references = new Set<string>()
  for (const document of dataset) {
    const answer = pageOf(tree, document, documents)
    for (const id of answer.documents) {
      read.add(id)
      if (id !== document._id) references.add(id)
    }
    for (const page of answer.value) {
      value[page.slug] = page
      pages.set(page.slug, answer.documents)
    }
  }
  return { value, documents: read, pages, references }
}

/** What a query answered, and the documents that it looked at. */
interface Answer<Value = unknown> {
  value: Value
  read: ReadonlyMap<string, StoredDocument | undefined>
}

function answerOf(tree: ExprNode, dataset: StoredDocument[], documents: Documents): Answer {
  const read = new Map<string, StoredDocument | undefined>(
    dataset.map((document) => [document._id, document]),
  )
  function dereference({ _ref }: { _ref: string }): StoredDocument | undefined {
    const found = documents.get(_ref)
    read.set(_ref, found)
    return found
  }
  return { value: toJS(evaluateSync(tree, { dataset, dereference })) as unknown, read }
}

interface Page {
  slug: string
}

interface PageAnswer extends Answer<Page[]> {
  documents: ReadonlySet<string>
}

const answers = new WeakMap<StoredDocument, PageAnswer>()

/** Evaluates a page once for each revision of its document and of those that it refers to. */
function pageOf(tree: ExprNode, document: StoredDocument, documents: Documents): PageAnswer {
  const known = answers.get(document)
  if (known && isCurrent(known, documents)) return known
  const { value, read } = answerOf(tree, [document], documents) as Answer<Page[]>
  const answer = { value, read, documents: new Set(read.keys()) }
  answers.set(document, answer)
  return answer
}

function isCurrent({ read }: PageAnswer, documents: Documents): boolean {
  for (const [id, document] of read) if (documents.get(id) !== document) return false
  return true
}
