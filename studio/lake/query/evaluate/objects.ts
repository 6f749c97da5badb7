import { isNode, type GroqNode } from '../groq.ts'
import type { Scope } from './scope.ts'
import { nestPlace, readsOutside, stepOf, type Compile, type Place, type Step } from './step.ts'
import { isObject } from './values.ts'

// An object or array takes about as much memory as this many of the values in it.
const OWN_SIZE = 4

/** `value{…}` */
export function compileProjection({ base: node, expr }: GroqNode, place: Place, compile: Compile): Step {
  const [base, inner] = [compile(node, place), nestPlace(place)]
  const projected = compile(expr, inner)
  return stepOf(
    [base],
    (scope) => {
      const value = base.run(scope)
      return isObject(value) ? projected.run(scope.nest(value)) : null
    },
    { reads: readsOutside(projected, inner), loops: projected.loops },
  )
}

/** `{"name": value, ..., condition => {…}}` */
export function compileObject({ attributes }: GroqNode, place: Place, compile: Compile): Step {
  const parts = nodesOf(attributes).map((node) => {
    const value = compile(node['value'], place)
    const condition = node.type === 'ObjectConditionalSplat' ? compile(node['condition'], place) : undefined
    return { value, condition, name: node.type === 'ObjectAttributeValue' ? String(node['name']) : undefined }
  })
  const steps = parts.flatMap(({ value, condition }) =>
    condition === undefined ? [value] : [value, condition],
  )
  return stepOf(steps, (scope) => {
    const { budget } = scope.run
    const result: Record<string, unknown> = {}
    budget.make(OWN_SIZE)
    for (const { value: step, condition, name } of parts) {
      if (condition !== undefined && condition.run(scope) !== true) continue
      const value = step.run(scope)
      if (name === undefined && !isObject(value)) continue
      const size = name === undefined && isObject(value) ? Object.keys(value).length : 1
      budget.make(size)
      budget.spend(size)
      if (name === undefined) Object.assign(result, value)
      else result[name] = value
    }
    return result
  })
}

/** `[value, ...list]` */
export function compileArray({ elements }: GroqNode, place: Place, compile: Compile): Step {
  const parts = nodesOf(elements).map(({ value, isSplat }) => ({
    value: compile(value, place),
    isSplat: isSplat === true,
  }))
  return stepOf(
    parts.map(({ value }) => value),
    (scope: Scope) => {
      const { budget } = scope.run
      const result: unknown[] = []
      budget.make(OWN_SIZE)
      for (const { value: step, isSplat } of parts) {
        const value = step.run(scope)
        const values = isSplat ? itemsOf(value) : [value]
        budget.make(values.length)
        budget.spend(values.length)
        for (const one of values) result.push(one)
      }
      return result
    },
    { loops: parts.some(({ isSplat }) => isSplat) },
  )
}

function nodesOf(list: unknown): GroqNode[] {
  return itemsOf(list).filter(isNode)
}

function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : []
}
