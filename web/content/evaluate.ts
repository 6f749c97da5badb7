import { evaluateSync, parse, toJS, type ExprNode } from 'groq-js'
import type { Content } from './content.ts'
import { copyDictionary, newDictionary } from './dictionary.ts'
import { byAge, type Documents, type StoredDocument } from './documents.ts'
import * as queries from './queries.ts'

export type ContentKey = keyof Content

/** The answer of one query, and the documents it was read from. */
export interface Answer {
  value: unknown
  documents: ReadonlySet<string>
  /** Where the answer is a kind of page: the documents of each, by slug. */
  pages?: ReadonlyMap<string, ReadonlySet<string>>
  /** The documents that any of these pages refers to. */
  references?: ReadonlySet<string>
  /** The slugs of the pages that alone differ from those of an earlier value. */
  replaced?: { of: unknown; slugs: readonly string[] }
}

/** Queries that answer with any number of pages: each page is a field, named by its slug. */
const PAGE_KINDS: ReadonlySet<ContentKey> = new Set<ContentKey>(['legalPages', 'landingPages'])

interface Query {
  name: ContentKey
  type: string
  tree: ExprNode
}

const QUERIES = Object.entries(queries).map(([name, query]): Query => {
  const type = /^\*\[_type == "(\w+)"/.exec(query)?.[1]
  if (!type)
    throw new Error(`${name} must begin with *[_type == "…": it is answered from documents of one type.`)
  return { name: name.replace(/Query$/, '') as ContentKey, type, tree: parse(query) }
})

/**
 * Evaluates the site's queries over documents in memory, so that a build, a publish and a preview of the same documents
 * have the same content, whatever lake these came from. An answer whose documents have not changed is taken from
 * `before`, so that one change costs one evaluation.
 */
export function answerQueries(
  documents: Documents,
  before?: { documents: Documents; answers: ReadonlyMap<ContentKey, Answer> },
): Map<ContentKey, Answer> {
  let byType: Map<string, StoredDocument[]> | undefined
  const ofType = (type: string): StoredDocument[] => {
    byType ??= Map.groupBy(documents.values(), ({ _type }) => _type)
    return byType.get(type) ?? []
  }
  const changed = before && changedDocuments(before.documents, documents)

  return new Map(
    QUERIES.map((query) => {
      const known = before?.answers.get(query.name)
      const own = known && changed?.filter(({ _id }) => known.documents.has(_id))
      if (known && own?.length === 0) return [query.name, known]
      const answer = known && own && replacePages(query, known, own, documents)
      return [query.name, answer ?? answerTo(query, ofType(query.type), documents)]
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
 * The answer after these of its documents have changed; its other pages, however many, stay as they are. Undefined where
 * more than the text of a page changed: its address, or what it refers to.
 */
function replacePages(
  { name, type, tree }: Query,
  known: Answer,
  changed: readonly StoredDocument[],
  documents: Documents,
): Answer | undefined {
  if (!PAGE_KINDS.has(name)) return undefined
  const value = copyDictionary(known.value as Record<string, Page>)
  const slugs: string[] = []
  for (const before of changed) {
    const document = documents.get(before._id)
    if (document?._type !== type || known.references?.has(before._id)) return undefined
    const last = evaluated.get(before)
    const next = pageOf(tree, document, documents)
    const [page] = next.value
    if (!page || next.value.length !== 1 || last?.value.length !== 1) return undefined
    if (value[page.slug] !== last.value[0] || !areSameIds(last.documents, next.documents)) return undefined
    value[page.slug] = page
    slugs.push(page.slug)
  }
  return { ...known, value, replaced: { of: known.value, slugs } }
}

export function areSameIds(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

function answerTo({ name, tree }: Query, dataset: StoredDocument[], documents: Documents): Answer {
  if (!PAGE_KINDS.has(name)) {
    const { value, read } = evaluate(tree, dataset, documents)
    return { value, documents: new Set(read.keys()) }
  }
  const value = newDictionary<Page>()
  const read = new Set<string>()
  const pages = new Map<string, ReadonlySet<string>>()
  const references = new Set<string>()
  const owners = new Map<string, StoredDocument>()
  for (const document of dataset) {
    const found = pageOf(tree, document, documents)
    for (const id of found.documents) {
      read.add(id)
      if (id !== document._id) references.add(id)
    }
    for (const page of found.value) {
      const owner = owners.get(page.slug)
      // Drafts may have an address twice, as no gate has looked at them.
      if (owner && byAge(owner, document) < 0) continue
      owners.set(page.slug, document)
      value[page.slug] = page
      pages.set(page.slug, found.documents)
    }
  }
  return { value, documents: read, pages, references }
}

/** The value of a query, and the documents that it looked at; undefined for those that are not there. */
interface Evaluation<Value = unknown> {
  value: Value
  read: ReadonlyMap<string, StoredDocument | undefined>
}

function evaluate(tree: ExprNode, dataset: StoredDocument[], documents: Documents): Evaluation {
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

interface PageEvaluation extends Evaluation<Page[]> {
  documents: ReadonlySet<string>
}

const evaluated = new WeakMap<StoredDocument, PageEvaluation>()

/** Evaluates a page once for each revision of its document and of those that it refers to. */
function pageOf(tree: ExprNode, document: StoredDocument, documents: Documents): PageEvaluation {
  const known = evaluated.get(document)
  if (known && isCurrent(known, documents)) return known
  const { value, read } = evaluate(tree, [document], documents) as Evaluation<Page[]>
  const evaluation = { value, read, documents: new Set(read.keys()) }
  evaluated.set(document, evaluation)
  return evaluation
}

function isCurrent({ read }: PageEvaluation, documents: Documents): boolean {
  for (const [id, document] of read) if (documents.get(id) !== document) return false
  return true
}
