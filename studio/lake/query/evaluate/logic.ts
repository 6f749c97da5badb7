import { isNode, type GroqNode } from '../groq.ts'
import { stepOf, type Compile, type Place, type Step } from './step.ts'
import { compare } from './values.ts'

/** False where one side is, whatever the other; else null where one side is no boolean. */
export function compileAnd({ left, right }: GroqNode, place: Place, compile: Compile): Step {
  const [one, other] = [compile(left, place), compile(right, place)]
  return stepOf([one, other], (scope) => {
    const first = one.run(scope)
    if (first === false) return false
    const second = other.run(scope)
    if (second === false) return false
    return first === true && second === true ? true : null
  })
}

/** True where one side is, whatever the other; else null where one side is no boolean. */
export function compileOr({ left, right }: GroqNode, place: Place, compile: Compile): Step {
  const [one, other] = [compile(left, place), compile(right, place)]
  return stepOf([one, other], (scope) => {
    const first = one.run(scope)
    if (first === true) return true
    const second = other.run(scope)
    if (second === true) return true
    return first === false && second === false ? false : null
  })
}

export function compileNot({ base: node }: GroqNode, place: Place, compile: Compile): Step {
  const base = compile(node, place)
  return stepOf([base], (scope) => {
    const value = base.run(scope)
    return typeof value === 'boolean' ? !value : null
  })
}

/** `value in 1..3` */
export function compileRange(node: GroqNode, place: Place, compile: Compile): Step {
  const [base, from, to] = [node['base'], node['left'], node['right']].map((part) => compile(part, place))
  if (base === undefined || from === undefined || to === undefined)
    throw new TypeError('a range lacks a part')
  const isInclusive = node['isInclusive'] === true
  return stepOf([base, from, to], (scope) => {
    const value = base.run(scope)
    const [low, high] = [compare(value, from.run(scope)), compare(value, to.run(scope))]
    if (low === null || high === null) return null
    return low >= 0 && (isInclusive ? high <= 0 : high < 0)
  })
}

/** `select(condition => value, …, otherwise)` */
export function compileSelect({ alternatives, fallback }: GroqNode, place: Place, compile: Compile): Step {
  const nodes = (Array.isArray(alternatives) ? alternatives : []).filter(isNode)
  const pairs = nodes.map(({ condition, value }) => ({
    condition: compile(condition, place),
    value: compile(value, place),
  }))
  const otherwise = fallback === undefined ? undefined : compile(fallback, place)
  const parts = pairs.flatMap(({ condition, value }) => [condition, value])
  return stepOf(otherwise === undefined ? parts : [...parts, otherwise], (scope) => {
    const chosen = pairs.find(({ condition }) => condition.run(scope) === true)?.value ?? otherwise
    return chosen?.run(scope) ?? null
  })
}
