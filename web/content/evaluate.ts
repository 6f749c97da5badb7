import { evaluateSync, parse, toJS, type ExprNode } from 'groq-js'
import type { Content } from './content.ts'
import type { Documents, StoredDocument } from './documents.ts'
import * as queries from './queries.ts'

export type PartName = keyof Content

/** The answer of one query, and the documents it was read from. */
export interface Part {
  value: unknown
  documents: ReadonlySet<string>
  /** Where the part is a kind of page: the documents of each, by slug. */
  pages?: ReadonlyMap<string, ReadonlySet<string>>
}

/** Kinds of pages can have many: each page is a field of its part, by its slug. */
const PAGE_KINDS: ReadonlySet<PartName> = new Set<PartName>(['legalPages', 'landingPages'])

interface PartQuery {
  name: PartName
  type: string
  tree: ExprNode
}

const QUERIES = Object.entries(queries).map(([name, query]): PartQuery => {
  const type = /^\*\[_type == "(\w+)"/.exec(query)?.[1]
  if (!type)
    throw new Error(`${name} must begin with *[_type == "…": a part is read from documents of one type.`)
  return { name: name.replace(/Query$/, '') as PartName, type, tree: parse(query) }
})

/**
 * Answers the site's queries from documents at hand, so that a build, a publish and a preview that hold the
 * same documents have the same content, whatever lake they came from. Parts whose documents are as before
 * are taken from `before`, so that one change costs one evaluation.
 */
export function evaluateParts(
  documents: Documents,
  before?: { documents: Documents; parts: ReadonlyMap<PartName, Part> },
): Map<PartName, Part> {
  const byType = Map.groupBy(documents.values(), ({ _type }) => _type)
  const isSame = (id: string) => before?.documents.get(id)?._rev === documents.get(id)?._rev
  const sameIds =
    before?.documents.size === documents.size && [...documents.keys()].every((id) => before.documents.has(id))

  return new Map(
    QUERIES.map((query) => {
      const known = before?.parts.get(query.name)
      if (known && sameIds && [...known.documents].every(isSame)) return [query.name, known]
      return [query.name, evaluatePart(query, byType.get(query.type) ?? [], documents)]
    }),
  )
}

function evaluatePart({ name, tree }: PartQuery, dataset: StoredDocument[], documents: Documents): Part {
  if (!PAGE_KINDS.has(name)) {
    const { value, read } = answerOf(tree, dataset, documents)
    return { value, documents: new Set(read.keys()) }
  }
  const value: Record<string, Page> = {}
  const read = new Set<string>()
  const pages = new Map<string, ReadonlySet<string>>()
  for (const document of dataset) {
    const answer = pageOf(tree, document, documents)
    for (const id of answer.documents) read.add(id)
    for (const page of answer.value) {
      value[page.slug] = page
      pages.set(page.slug, answer.documents)
    }
  }
  return { value, documents: read, pages }
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

/** A page is answered once for each revision of itself and of what it refers to. */
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
