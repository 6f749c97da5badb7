import { isNode, type GroqNode } from '../groq.ts'
import { isTextMatch } from '../text.ts'
import { compileFilter, everything } from './filter.ts'
import { call, looksAtItem } from './functions.ts'
import { compileElement, compileList, compileMap, compileSlice } from './lists.ts'
import { compileAnd, compileNot, compileOr, compileRange, compileSelect } from './logic.ts'
import { compileArray, compileObject, compileProjection } from './objects.ts'
import { OPERATORS, compileMembership, compileTextMatch, matches } from './operators.ts'
import { compileOrder, compileScore } from './pipes.ts'
import type { Scope } from './scope.ts'
import {
  failing,
  rememberOutside,
  stepOf,
  type Compile,
  type CompileNode,
  type Place,
  type Step,
} from './step.ts'
import { isObject } from './values.ts'

/** Compiles a parsed query into a step that can be evaluated any number of times. */
export function compileQuery(tree: GroqNode): Step {
  return compile(tree, { parent: null, isHidden: false })
}

const NODES: Readonly<Record<string, CompileNode>> = {
  This: (_, place) => stepOf([], ({ value }) => value, { reads: [place] }),
  Everything: () => stepOf([], ({ run }) => everything(run)),
  Value: ({ value }) => stepOf([], () => value ?? null),
  Parameter: ({ name }) => stepOf([], ({ run }) => attribute(run.params, String(name))),
  Group: ({ base }, place) => compile(base, place),
  Parent: compileParent,
  AccessAttribute: compileAttribute,
  AccessElement: compileElement,
  Slice: compileSlice,
  ArrayCoerce: compileList,
  Deref: compileDereference,
  Projection: compileProjection,
  Map: compileMap,
  FlatMap: compileMap,
  Filter: compileFilter,
  Object: compileObject,
  Array: compileArray,
  Select: compileSelect,
  And: compileAnd,
  Or: compileOr,
  Not: compileNot,
  Neg: ({ base }, place) => compileSign(compile(base, place), -1),
  Pos: ({ base }, place) => compileSign(compile(base, place), 1),
  Asc: () => stepOf([], () => null),
  Desc: () => stepOf([], () => null),
  OpCall: compileOperator,
  InRange: compileRange,
  FuncCall: compileCall,
  PipeFuncCall: compilePipe,
}

// A condition is used as a whole, as a lookup and as a join. Its parts are compiled once for all three.
const compiled = new WeakMap<GroqNode, WeakMap<Place, Step>>()

function compile(node: unknown, place: Place): Step {
  if (!isNode(node)) throw new TypeError('it has a part that cannot be read')
  const steps = compiled.get(node) ?? new WeakMap<Place, Step>()
  const step = steps.get(place) ?? make(node, place)
  compiled.set(node, steps.set(place, step))
  return step
}

function make(node: GroqNode, place: Place): Step {
  const compileNode = NODES[node.type]
  if (compileNode === undefined) return failing(`it has a ${node.type} where a value is needed`)
  return rememberOutside(compileNode(node, place, compile), place)
}

function attribute(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

function compileAttribute(node: GroqNode, place: Place): Step {
  const name = String(node['name'])
  if (node['base'] === undefined) return stepOf([], ({ value }) => attribute(value, name), { reads: [place] })
  const base = compile(node['base'], place)
  return stepOf([base], (scope) => attribute(base.run(scope), name))
}

function compileParent({ n }: GroqNode, place: Place): Step {
  const count = Number(n)
  let owner: Place | null = place
  for (let step = 0; step < count; step++) owner = owner?.parent ?? null
  if (owner === null) return stepOf([], () => null)
  return stepOf([], (scope) => scope.ancestor(count)?.value ?? null, { reads: [owner] })
}

function compileDereference({ base: node }: GroqNode, place: Place): Step {
  const base = compile(node, place)
  return stepOf([base], (scope) => {
    const reference = base.run(scope)
    const id = isObject(reference) ? reference['_ref'] : undefined
    scope.run.budget.spend(1)
    return typeof id === 'string' ? (scope.run.find(id) ?? null) : null
  })
}

function compileSign(base: Step, sign: 1 | -1): Step {
  return stepOf([base], (scope) => {
    const value = base.run(scope)
    return typeof value === 'number' ? sign * value : null
  })
}

function compileOperator(node: GroqNode, place: Place): Step {
  if (isTextMatch(node)) return compileTextMatch(node, place, compile)
  const operation = String(node['op'])
  const [left, right] = [compile(node['left'], place), compile(node['right'], place)]
  if (operation === 'in') return compileMembership(left, right)
  if (operation === 'match') {
    return stepOf([left, right], (scope) => matches(left.run(scope), right.run(scope), scope.run))
  }
  const operator = OPERATORS[operation]
  if (operator === undefined) return failing(`there is no operator "${operation}"`)
  return stepOf([left, right], (scope) => {
    const { budget } = scope.run
    budget.spend(1)
    return operator(left.run(scope), right.run(scope), budget)
  })
}

function compileCall({ namespace, name, args }: GroqNode, place: Place): Step {
  const steps = (Array.isArray(args) ? args : []).map((argument) => compile(argument, place))
  const full = `${String(namespace)}::${String(name)}`
  if (full === 'global::coalesce') return stepOf(steps, (scope) => firstKnown(steps, scope))
  if (full === 'releases::all') {
    return stepOf([], ({ run }) => everything(run).filter(({ _type }) => _type === 'system.release'), {
      loops: true,
    })
  }
  const run = (scope: Scope): unknown => {
    const values = steps.map((step) => step.run(scope))
    return call(full, values, scope)
  }
  return stepOf(steps, run, { reads: looksAtItem(full) ? [place] : [] })
}

function firstKnown(steps: readonly Step[], scope: Scope): unknown {
  for (const step of steps) {
    const value = step.run(scope)
    if (value !== null) return value
  }
  return null
}

function compilePipe(node: GroqNode, place: Place, own: Compile): Step {
  if (node['name'] === 'order') return compileOrder(node, place, own)
  return node['name'] === 'score'
    ? compileScore(node, place, own)
    : failing('it pipes into what is not known')
}
