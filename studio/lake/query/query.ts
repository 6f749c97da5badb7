import type { Fields, LakeDocument } from '../document.ts'
import { LakeFault } from '../fault.ts'
import { PERSPECTIVES, type Corpus, type Perspective, type ViewName } from '../store/corpus.ts'
import { evaluateQuery, parseQuery, type GroqNode } from './groq.ts'
import { narrow } from './narrow.ts'
import { documentTag, type SyncTag } from './sync-tags.ts'

export type Query = { query: string; params: Fields; view: ViewName }

const MAX_TREES = 200

// Parsing costs more than answering most queries, and a Studio asks the same ones after every change.
const trees = new Map<string, GroqNode>()

/**
 * Answers a query from the documents as they are now.
 * @param reads gets the tags of all that the answer depends on
 * @throws LakeFault
 */
export function runQuery(
  corpus: Corpus,
  { query, params, view: name }: Query,
  reads = new Set<SyncTag>(),
): unknown {
  const tree = narrow(treeOf(query, params), corpus, name, reads)
  const view = corpus.view(name)
  const find = (id: string): LakeDocument | undefined => {
    reads.add(documentTag(id))
    return view.get(id)
  }
  return evaluateQuery(tree, params, { documents: view.all(), find })
}

function treeOf(query: string, params: Fields): GroqNode {
  const key = `${query}\n${JSON.stringify(params)}`
  const tree = trees.get(key) ?? parseQuery(query, params)
  trees.delete(key)
  trees.set(key, tree)
  const [oldest] = trees.keys()
  if (trees.size > MAX_TREES && oldest !== undefined) trees.delete(oldest)
  return tree
}

/**
 * Reads the `perspective` parameter; several are a stack, of which the lake knows drafts over published.
 * @throws LakeFault 400 for a name that is none.
 */
export function parsePerspective(value: string | undefined, fallback: Perspective): Perspective {
  if (value === undefined || value === '') return fallback
  const names = value.split(',').map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  const known = names.filter((name) => PERSPECTIVES.some((perspective) => perspective === name))
  if (known.length < names.length || (names.length > 1 && names.includes('raw'))) {
    throw new LakeFault(
      400,
      'invalidPerspective',
      `"${value}" is no perspective. Use published, drafts or raw.`,
    )
  }
  return PERSPECTIVES.find((name) => known.includes(name) && name !== 'published') ?? 'published'
}
