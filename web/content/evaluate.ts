import { evaluateSync, parse, toJS, type ExprNode } from 'groq-js'
import type { Content } from './content.ts'
import type { Documents, StoredDocument } from './documents.ts'
import * as queries from './queries.ts'

export type PartName = keyof Content

/** The answer of one query, and the documents it was read from. */
export interface Part {
  value: unknown
  documents: ReadonlySet<string>
}

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
  const read = new Set(dataset.map(({ _id }) => _id))
  function dereference({ _ref }: { _ref: string }): StoredDocument | undefined {
    read.add(_ref)
    return documents.get(_ref)
  }
  const answer = (from: StoredDocument[]): unknown => toJS(evaluateSync(tree, { dataset: from, dereference }))
  if (name !== 'legalPages') return { value: answer(dataset), documents: read }
  return {
    value: Object.fromEntries(dataset.flatMap((document) => pageOf(document, answer))),
    documents: read,
  }
}

/** Pages of one kind can be many: each is a part by itself, by its slug, and answered once for each revision. */
function pageOf(
  document: StoredDocument,
  answer: (from: StoredDocument[]) => unknown,
): (readonly [string, unknown])[] {
  const known = pages.get(document) ?? (answer([document]) as { slug: string }[])
  pages.set(document, known)
  return known.map((page) => [page.slug, page])
}

const pages = new WeakMap<StoredDocument, { slug: string }[]>()
