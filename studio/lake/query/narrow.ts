import { isDocument, isRecord, type LakeDocument } from '../document.ts'
import type { Corpus, ViewName } from '../store/corpus.ts'
import type { View } from '../store/view.ts'
import { isNode, type GroqNode } from './groq.ts'
import { sortDocuments } from './order.ts'
import { ANY_DOCUMENT, documentTag, typeTag, type SyncTag } from './sync-tags.ts'
import { findText, isTextMatch, wordsOf } from './text.ts'

type Candidates = readonly LakeDocument[]
type Context = { view: View; referrers: Corpus['referrers']; reads: Set<SyncTag> }

/** The documents a condition leaves, the conditions that all of them meet, and what a change to them is called. */
type Narrowed = { candidates: Candidates; settled: GroqNode[]; tags: SyncTag[] }
type Documents = GroqNode & { type: 'Value'; value: Candidates }

/**
 * Rewrites a parsed query so that groq-js, which scans every document for every `*[…]`, scans only those that the
 * filter's `_type`, `_id`, `references()` and text conditions leave. The answer is the same.
 *
 * The Studio's `match text::query()`, which groq-js lacks, is answered on the way.
 *
 * @param reads gets the tags of the documents that are left to scan
 */
export function narrow(tree: GroqNode, corpus: Corpus, name: ViewName, reads: Set<SyncTag>): GroqNode {
  return rewrite(tree, { view: corpus.view(name), referrers: corpus.referrers, reads })
}

function rewrite(node: GroqNode, context: Context): GroqNode {
  if (node.type === 'Value') return node
  if (node.type === 'Everything') context.reads.add(ANY_DOCUMENT)
  if (node.type === 'Filter' && isNode(node['base']) && unwrap(node['base']).type === 'Everything') {
    return rewriteFilter(node, context)
  }
  if (node.type === 'PipeFuncCall' && node['name'] === 'order') return rewriteOrder(node, context)
  if (isTextMatch(node)) return rewriteTextMatch(node, context.view.all)
  return mapParts(node, (part) => rewrite(part, context))
}

function rewriteFilter(node: GroqNode, context: Context): GroqNode {
  const conditions = isNode(node['expr']) ? conjuncts(node['expr']) : []
  let chosen: Narrowed = { candidates: context.view.all, settled: [], tags: [ANY_DOCUMENT] }
  for (const condition of conditions) {
    const found = narrowedBy(condition, context)
    if (found !== undefined && found.candidates.length <= chosen.candidates.length) chosen = found
  }
  for (const tag of chosen.tags) context.reads.add(tag)
  const texts = conditions.filter((condition) => isTextMatch(condition) && searchesDocument(condition))
  for (const text of texts) chosen.candidates = findText(chosen.candidates, wordsOf(text))

  const open = conditions.filter(
    (condition) => !texts.includes(condition) && !chosen.settled.includes(condition),
  )
  const base: Documents = { type: 'Value', value: chosen.candidates }
  const [first, ...others] = open.map((condition) => rewrite(condition, context))
  if (first === undefined) return base
  return { ...node, base, expr: others.reduce((left, right) => ({ type: 'And', left, right }), first) }
}

function rewriteOrder(node: GroqNode, context: Context): GroqNode {
  const rewritten = mapParts(node, (part) => rewrite(part, context))
  const base = rewritten['base']
  const sorted = isDocuments(base, context) ? sortDocuments(base.value, rewritten['args']) : undefined
  return sorted === undefined ? rewritten : { type: 'Value', value: sorted }
}

function rewriteTextMatch(node: GroqNode, documents: Candidates): GroqNode {
  if (!searchesDocument(node))
    return { ...node, right: { type: 'Value', value: wordsOf(node).wanted.join(' ') } }
  const ids = findText(documents, wordsOf(node)).map(({ _id }) => _id)
  return {
    type: 'OpCall',
    op: 'in',
    left: { type: 'AccessAttribute', name: '_id' },
    right: { type: 'Value', value: ids },
  }
}

// `[@, _id] match …` looks into the whole document, `title match …` into a field.
function searchesDocument({ left }: GroqNode): boolean {
  if (!isNode(left)) return false
  const elements: unknown[] = left.type === 'Array' && Array.isArray(left['elements']) ? left['elements'] : []
  return [left, ...elements.map((element) => (isRecord(element) ? element['value'] : element))].some(
    (part) => isNode(part) && part.type === 'This',
  )
}

function narrowedBy(condition: GroqNode, context: Context): Narrowed | undefined {
  const { view, referrers } = context
  const node = unwrap(condition)
  if (node.type === 'FuncCall' && node['name'] === 'references') {
    const [target] = Array.isArray(node['args']) ? node['args'] : []
    const ids = constants(target)?.flatMap((id) => [...referrers(id)])
    return ids && { candidates: byId(view, ids), settled: [], tags: [ANY_DOCUMENT] }
  }
  const { op, left, right } = node
  const [field, values] = op === '==' && isField(right) ? [right, constants(left)] : [left, constants(right)]
  if ((op !== '==' && op !== 'in') || !isField(field) || values === undefined) return undefined
  if (field['name'] === '_id')
    return { candidates: byId(view, values), settled: [], tags: values.map(documentTag) }
  if (field['name'] !== '_type') return undefined
  return { candidates: ofTypes(view, new Set(values)), settled: [condition], tags: values.map(typeTag) }
}

function ofTypes(view: View, types: Set<string>): Candidates {
  const [first = '', ...others] = types
  return others.length === 0 ? view.ofType(first) : view.all.filter(({ _type }) => types.has(_type))
}

// References from drafts are known under the draft's id, which a view may show under the published one.
function byId(view: View, ids: string[]): Candidates {
  const shown = ids.flatMap((id) => [id, id.replace(/^drafts\./, '')])
  return [...new Set(shown)].flatMap((id) => view.get(id) ?? []).toSorted(byIdOrder)
}

function byIdOrder(one: LakeDocument, other: LakeDocument): number {
  return one._id < other._id ? -1 : 1
}

function isDocuments(node: unknown, { view }: Context): node is Documents {
  if (!isNode(node) || node.type !== 'Value' || !Array.isArray(node['value'])) return false
  const [first]: unknown[] = node['value']
  return isDocument(first) && view.get(first._id) === first
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

function conjuncts(node: GroqNode): GroqNode[] {
  const { type, left, right } = unwrap(node)
  return type === 'And' && isNode(left) && isNode(right) ? [...conjuncts(left), ...conjuncts(right)] : [node]
}

function unwrap(node: GroqNode): GroqNode {
  return node.type === 'Group' && isNode(node['base']) ? unwrap(node['base']) : node
}

function mapParts(node: GroqNode, change: (part: GroqNode) => GroqNode): GroqNode {
  const parts = Object.entries(node).map(([name, part]) => [name, mapPart(part, change)])
  return { ...Object.fromEntries(parts), type: node.type }
}

function mapPart(part: unknown, change: (part: GroqNode) => GroqNode): unknown {
  if (Array.isArray(part)) return part.map((item) => mapPart(item, change))
  return isNode(part) ? change(part) : part
}
