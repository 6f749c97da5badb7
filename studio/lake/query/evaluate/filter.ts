import type { LakeDocument } from '../../document.ts'
import { choiceOf, allOf, type Candidates, type Catalogue, type Choice } from '../candidates.ts'
import { isNode, unwrap, type GroqNode } from '../groq.ts'
import { searchText } from '../search.ts'
import { ANY_DOCUMENT } from '../sync-tags.ts'
import { isTextMatch, searchesDocument, wordsOf } from '../text.ts'
import { joinOf, joined, type Join } from './join.ts'
import { lookupOf, type ReadLookup } from './lookup.ts'
import type { Run, Scope } from './scope.ts'
import { cellOf, nestPlace, readsOutside, stepOf, type Compile, type Place, type Step } from './step.ts'

/** One of the conditions of a filter, all of which must be true. */
interface Condition {
  node: GroqNode
  step: Step
  lookup: ReadLookup | undefined
  join: Join | undefined
  isSearch: boolean
}

/** The items left to look at, and the conditions they are known to meet. */
interface Left {
  items: readonly unknown[]
  settled: readonly Condition[]
}

/** Every document, wherever `*` stands. */
export function everything({ documents, reads }: Run): Candidates {
  reads.add(ANY_DOCUMENT)
  return documents()
}

/** `list[condition]`. For `*[condition]`, the indexes narrow down which documents are looked at. */
export function compileFilter(node: GroqNode, place: Place, compile: Compile): Step {
  const inner = nestPlace(place)
  const conditions = conjuncts(node['expr']).map((one) => conditionOf(one, inner, compile))
  const base = compile(node['base'], place)
  const isOfAll = isNode(node['base']) && unwrap(node['base']).type === 'Everything'
  const chosen = isOfAll ? chooserOf(conditions) : undefined
  const joins = conditions.filter(({ join }) => join !== undefined)

  function left(scope: Scope): Left | null {
    const { catalogue } = scope.run
    if (chosen !== undefined && catalogue !== undefined) return chosen(scope, catalogue)
    const items = base.run(scope)
    return Array.isArray(items) ? { items, settled: [] } : null
  }

  return stepOf(
    [base],
    (scope) => {
      const found = left(scope)
      if (found === null) return null
      const items = joined(joins, found.items, scope)
      const open = conditions.filter((condition) => !found.settled.includes(condition))
      return open.length === 0 ? items : filterItems(items, open, scope)
    },
    { reads: conditions.flatMap(({ step }) => readsOutside(step, inner)), loops: true },
  )
}

function filterItems(items: readonly unknown[], conditions: readonly Condition[], scope: Scope): unknown[] {
  const { budget } = scope.run
  const result: unknown[] = []
  for (const item of items) {
    budget.spend(1)
    const nested = scope.nest(item ?? null)
    if (!conditions.every(({ step }) => step.run(nested) === true)) continue
    budget.make(1)
    result.push(item)
  }
  return result
}

function conditionOf(node: GroqNode, inner: Place, compile: Compile): Condition {
  return {
    node,
    step: compile(node, inner),
    lookup: lookupOf(node, inner, compile),
    join: joinOf(node, inner, compile),
    isSearch: isTextMatch(node) && searchesDocument(node),
  }
}

interface Start {
  choice: Choice
  items: Candidates
  settled: readonly Condition[]
}

/** Chooses the condition that leaves the fewest documents. Those that depend on outer scopes are asked each time. */
function chooserOf(conditions: readonly Condition[]): (scope: Scope, catalogue: Catalogue) => Left {
  const withLookup = conditions.filter(({ lookup }) => lookup !== undefined)
  const fixed = withLookup.filter(({ lookup }) => lookup?.isFixed === true)
  const outward = withLookup.filter(({ lookup }) => lookup?.isFixed === false)
  const searches = conditions.filter(({ isSearch }) => isSearch)
  const cell = cellOf((): { start?: Start } => ({}))

  function fewest(
    among: readonly Condition[],
    scope: Scope,
    catalogue: Catalogue,
    most: Choice,
  ): [Choice, Condition?] {
    let found: [Choice, Condition?] = [most]
    for (const condition of among) {
      const lookup = condition.lookup?.read(scope)
      const choice = lookup && choiceOf(lookup, catalogue)
      scope.run.budget.spend(lookup?.by === '_type' ? 1 : (choice?.size ?? 1))
      if (choice !== undefined && choice.size <= found[0].size) found = [choice, condition]
    }
    return found
  }

  function start(scope: Scope, catalogue: Catalogue): Start {
    const { budget } = scope.run
    const [choice, condition] = fewest(fixed, scope, catalogue, allOf(catalogue))
    const words = searches.map(({ node }) => wordsOf(node))
    const wanted = words.flatMap((one) => one.wanted)
    const unwanted = words.flatMap((one) => one.unwanted)
    const items =
      words.length === 0 ? choice.read() : searchText(choice, { wanted, unwanted }, catalogue, budget)
    const settled = condition !== undefined && choice.isExact ? [condition, ...searches] : searches
    return { choice, items, settled }
  }

  return (scope, catalogue) => {
    const known = cell(scope.run)
    known.start ??= start(scope, catalogue)
    const { choice: first, items, settled } = known.start
    const [choice, condition] = fewest(outward, scope, catalogue, only(items, first))
    for (const tag of choice.tags) scope.run.reads.add(tag)
    if (condition === undefined) return { items, settled }
    return { items: choice.read(), settled: choice.isExact ? [condition] : [] }
  }
}

function only(documents: Candidates, { tags }: Choice): Choice {
  const has = (document: LakeDocument): boolean => documents.includes(document)
  return { size: documents.length, read: () => documents, has, isExact: false, tags }
}

function conjuncts(node: unknown): GroqNode[] {
  if (!isNode(node)) throw new TypeError('it has a filter without a condition')
  const inside = unwrap(node)
  const { type, left, right } = inside
  return type === 'And' ? [...conjuncts(left), ...conjuncts(right)] : [inside]
}
