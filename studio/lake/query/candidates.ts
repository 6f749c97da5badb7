import type { LakeDocument } from '../document.ts'
import { isRecord } from '../document.ts'
import type { Corpus } from '../store/corpus.ts'
import type { View } from '../store/view.ts'
import type { WordIndex } from '../store/words.ts'
import { isNode, unwrap, type GroqNode } from './groq.ts'
import { ANY_DOCUMENT, documentTag, typeTag, type SyncTag } from './sync-tags.ts'
import { findText, type Words } from './text.ts'

export type Candidates = readonly LakeDocument[]

/** Where documents are looked up. */
export type Catalogue = { view: View; referrers: Corpus['referrers']; words: WordIndex }

/** The documents that a condition leaves. */
type Choice = {
  size: number
  read: () => Candidates
  /** Whether a document is one of them. */
  has: (document: LakeDocument) => boolean
  /** The conditions that all of them meet. */
  settled: readonly GroqNode[]
  /** What a change to them is called. */
  tags: readonly SyncTag[]
}

/** Chooses the condition that leaves the fewest documents; all of them where none can tell without a look at each. */
export function chooseCandidates(conditions: readonly GroqNode[], catalogue: Catalogue): Choice {
  const { view } = catalogue
  let chosen: Choice = {
    size: view.all().length,
    read: view.all,
    has: () => true,
    settled: [],
    tags: [ANY_DOCUMENT],
  }
  for (const condition of conditions) {
    const found = choiceOf(condition, catalogue)
    if (found !== undefined && found.size <= chosen.size) chosen = found
  }
  return chosen
}

/** Those of the chosen documents that hold all the words. */
export function searchCandidates(
  { size, read, has }: Choice,
  words: Words,
  catalogue: Catalogue,
): LakeDocument[] {
  const ids = catalogue.words.holders(words.wanted, size)
  return findText(ids === undefined ? read() : byId(catalogue.view, ids).filter(has), words)
}

function choiceOf(condition: GroqNode, { view, referrers }: Catalogue): Choice | undefined {
  const node = unwrap(condition)
  if (node.type === 'FuncCall' && node['name'] === 'references') {
    const [target] = Array.isArray(node['args']) ? node['args'] : []
    const ids = constants(target)?.flatMap((id) => [...referrers(id)])
    return ids && { ...few(byId(view, ids)), tags: [ANY_DOCUMENT] }
  }
  const { op, left, right } = node
  const [field, values] = op === '==' && isField(right) ? [right, constants(left)] : [left, constants(right)]
  if ((op !== '==' && op !== 'in') || !isField(field) || values === undefined) return undefined
  if (field['name'] === '_id') return { ...few(byId(view, values)), tags: values.map(documentTag) }
  return field['name'] === '_type' ? ofTypes(view, new Set(values), condition) : undefined
}

function few(documents: Candidates): Omit<Choice, 'tags'> {
  return {
    size: documents.length,
    read: () => documents,
    has: (document) => documents.includes(document),
    settled: [],
  }
}

function ofTypes(view: View, types: Set<string>, condition: GroqNode): Choice {
  const [first = '', ...others] = types
  const has = ({ _type }: LakeDocument): boolean => types.has(_type)
  return {
    size: [...types].reduce((sum, type) => sum + view.ofType(type).length, 0),
    read: () => (others.length === 0 ? view.ofType(first) : view.all().filter(has)),
    has,
    settled: [condition],
    tags: [...types].map(typeTag),
  }
}

// What is known by a draft's id may be shown under the published one.
function byId(view: View, ids: Iterable<string>): LakeDocument[] {
  const shown = [...ids].flatMap((id) => [id, id.replace(/^drafts\./, '')])
  return [...new Set(shown)].flatMap((id) => view.get(id) ?? []).toSorted(byIdOrder)
}

function byIdOrder(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

function isField(node: unknown): node is GroqNode {
  if (!isNode(node) || node.type !== 'AccessAttribute') return false
  return node['base'] === undefined || (isNode(node['base']) && node['base'].type === 'This')
}

/** The strings a node stands for whatever the document, or undefined where it depends on it. */
function constants(node: unknown): string[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Group') return constants(node['base'])
  if (node.type === 'Value') {
    const values: unknown[] = [node['value']].flat()
    return values.every((value) => typeof value === 'string') ? values : undefined
  }
  if (node.type !== 'Array' || !Array.isArray(node['elements'])) return undefined
  const lists = node['elements'].map((element) =>
    isRecord(element) ? constants(element['value']) : undefined,
  )
  return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
}
