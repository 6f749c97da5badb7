import { isDocument, isRecord } from '../document.ts'
import type { Corpus, ViewName } from '../store/corpus.ts'
import { chooseCandidates, searchCandidates, type Candidates, type Catalogue } from './candidates.ts'
import { isNode, unwrap, type GroqNode } from './groq.ts'
import { sortDocuments } from './order.ts'
import { ANY_DOCUMENT, type SyncTag } from './sync-tags.ts'
import { findText, isTextMatch, wordsOf } from './text.ts'

type Context = Catalogue & { reads: Set<SyncTag> }
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
  return rewrite(tree, { view: corpus.view(name), referrers: corpus.referrers, words: corpus.words, reads })
}

function rewrite(node: GroqNode, context: Context): GroqNode {
  if (node.type === 'Value') return node
  if (node.type === 'Everything') context.reads.add(ANY_DOCUMENT)
  if (node.type === 'Filter' && isNode(node['base']) && unwrap(node['base']).type === 'Everything') {
    return rewriteFilter(node, context)
  }
  if (node.type === 'PipeFuncCall' && node['name'] === 'order') return rewriteOrder(node, context)
  if (isTextMatch(node)) return rewriteTextMatch(node, context.view.all())
  return mapParts(node, (part) => rewrite(part, context))
}

function rewriteFilter(node: GroqNode, context: Context): GroqNode {
  const conditions = isNode(node['expr']) ? conjuncts(node['expr']) : []
  const chosen = chooseCandidates(conditions, context)
  for (const tag of chosen.tags) context.reads.add(tag)
  const [text, ...texts] = conditions.filter(isSearch)
  let candidates = text === undefined ? chosen.read() : searchCandidates(chosen, wordsOf(text), context)
  for (const one of texts) candidates = findText(candidates, wordsOf(one))

  const open = conditions.filter((condition) => !isSearch(condition) && !chosen.settled.includes(condition))
  const base: Documents = { type: 'Value', value: candidates }
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

function isSearch(condition: GroqNode): boolean {
  return isTextMatch(condition) && searchesDocument(condition)
}

// `[@, _id] match …` looks into the whole document, `title match …` into a field.
function searchesDocument({ left }: GroqNode): boolean {
  if (!isNode(left)) return false
  const elements: unknown[] = left.type === 'Array' && Array.isArray(left['elements']) ? left['elements'] : []
  return [left, ...elements.map((element) => (isRecord(element) ? element['value'] : element))].some(
    (part) => isNode(part) && part.type === 'This',
  )
}

function isDocuments(node: unknown, { view }: Context): node is Documents {
  if (!isNode(node) || node.type !== 'Value' || !Array.isArray(node['value'])) return false
  const [first]: unknown[] = node['value']
  return isDocument(first) && view.get(first._id) === first
}

function conjuncts(node: GroqNode): GroqNode[] {
  const { type, left, right } = unwrap(node)
  return type === 'And' && isNode(left) && isNode(right) ? [...conjuncts(left), ...conjuncts(right)] : [node]
}

function mapParts(node: GroqNode, change: (part: GroqNode) => GroqNode): GroqNode {
  const parts = Object.entries(node).map(([name, part]) => [name, mapPart(part, change)])
  return { ...Object.fromEntries(parts), type: node.type }
}

function mapPart(part: unknown, change: (part: GroqNode) => GroqNode): unknown {
  if (Array.isArray(part)) return part.map((item) => mapPart(item, change))
  return isNode(part) ? change(part) : part
}
