import { isNode, type GroqNode } from '../groq.ts'
import { keysOf, sortBy, sortByKeys } from '../order.ts'
import { isTextMatch, searchesDocument, wordsOf } from '../text.ts'
import { matchScore, textScore } from './operators.ts'
import type { Scope } from './scope.ts'
import { nestPlace, readsOutside, stepOf, type Compile, type Place, type Step } from './step.ts'
import { isObject } from './values.ts'

/** `| order(field, lower(title) desc)` */
export function compileOrder({ base: node, args }: GroqNode, place: Place, compile: Compile): Step {
  const [base, inner] = [compile(node, place), nestPlace(place)]
  const nodes = (Array.isArray(args) ? args : []).filter(isNode)
  const keys = keysOf(nodes)
  const steps = nodes.map((one) => compile(isDirected(one) ? one['base'] : one, inner))
  const signs = nodes.map(({ type }): 1 | -1 => (type === 'Desc' ? -1 : 1))
  return stepOf(
    [base],
    (scope) => {
      const list = base.run(scope)
      if (!Array.isArray(list)) return null
      const { budget } = scope.run
      if (keys !== undefined) return sortByKeys(list, keys, budget)
      const own = steps.map((step) => (item: unknown) => step.run(scope.nest(item ?? null)))
      return sortBy(list, own, signs, budget)
    },
    { reads: steps.flatMap((step) => readsOutside(step, inner)), loops: true },
  )
}

function isDirected({ type }: GroqNode): boolean {
  return type === 'Asc' || type === 'Desc'
}

type Score = (scope: Scope) => number

/** `| score(title match "word", boost(…, 3))` */
export function compileScore({ base: node, args }: GroqNode, place: Place, compile: Compile): Step {
  const [base, inner] = [compile(node, place), nestPlace(place)]
  const used: Step[] = []
  const scores = (Array.isArray(args) ? args : []).filter(isNode).map((one) =>
    scoreOf(one, (part) => {
      const step = compile(part, inner)
      used.push(step)
      return step
    }),
  )
  return stepOf(
    [base],
    (scope) => {
      const list = base.run(scope)
      if (!Array.isArray(list)) return null
      const { budget } = scope.run
      const scored = list.filter(isObject).map((item) => {
        budget.make(Object.keys(item).length)
        budget.spend(1)
        const nested = scope.nest(item)
        const before = typeof item['_score'] === 'number' ? item['_score'] : 0
        return { ...item, _score: scores.reduce((sum, score) => sum + score(nested), before) }
      })
      return scored.toSorted(({ _score: one }, { _score: other }) => other - one)
    },
    { reads: used.flatMap((step) => readsOutside(step, inner)), loops: true },
  )
}

function scoreOf(node: GroqNode, compile: (part: unknown) => Step): Score {
  const { type, op, left, right, name, args } = node
  if (type === 'OpCall' && op === 'match' && !(isTextMatch(node) && searchesDocument(node))) {
    const field = compile(left)
    if (isTextMatch(node)) {
      const words = wordsOf(node)
      return (scope) => textScore(field.run(scope), words, scope.run)
    }
    const wanted = compile(right)
    return (scope) => matchScore(field.run(scope), wanted.run(scope), scope.run)
  }
  if (type === 'FuncCall' && name === 'boost' && Array.isArray(args) && isNode(args[0])) {
    const [inner, more] = [scoreOf(args[0], compile), compile(args[1])]
    return (scope) => {
      const [score, boost] = [inner(scope), more.run(scope)]
      return typeof boost === 'number' && score > 0 ? score + boost : 0
    }
  }
  if ((type === 'Or' || type === 'And') && isNode(left) && isNode(right)) {
    const [one, other] = [scoreOf(left, compile), scoreOf(right, compile)]
    return (scope) => {
      const [first, second] = [one(scope), other(scope)]
      return type === 'And' && (first === 0 || second === 0) ? 0 : first + second
    }
  }
  const step = compile(node)
  return (scope) => Number(step.run(scope) === true)
}
