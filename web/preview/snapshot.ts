import { evaluateSync, parse, toJS } from 'groq-js'
import type { Content } from '../content/content.ts'
import * as queries from '../content/queries.ts'
import { fillReferences } from '../content/references.ts'
import type { Snapshot } from '../content/snapshot.ts'
import type { Documents } from './scope.ts'

const TREES = Object.entries(queries).map(
  ([name, query]) => [name.replace(/Query$/, ''), parse(query)] as const,
)

/** The content of these documents, evaluated here: a mark in a text is in the content, too. */
export function snapshotOf(documents: Documents): Snapshot {
  const dataset = [...documents.values()]
  const dereference = ({ _ref }: { _ref: string }) => documents.get(_ref)
  const content = Object.fromEntries(
    TREES.map(([name, tree]) => [name, toJS(evaluateSync(tree, { dataset, dereference }))]),
  )
  const pairs = dataset.map(({ _id, _rev }) => ({ _id, _rev }))
  return { content: fillReferences(content as unknown as Content), stamp: '', documents: pairs }
}
