import type { GroqNode } from '../groq.ts'
import { nestHiddenPlace, readsOutside, stepOf, type Compile, type Place, type Step } from './step.ts'

/** `list[0]` */
export function compileElement({ base: node, index: at }: GroqNode, place: Place, compile: Compile): Step {
  const [base, index] = [compile(node, place), Number(at)]
  return stepOf([base], (scope) => {
    const list = base.run(scope)
    return Array.isArray(list) ? (list[index < 0 ? index + list.length : index] ?? null) : null
  })
}

/** `list[0..2]` */
export function compileSlice(node: GroqNode, place: Place, compile: Compile): Step {
  const base = compile(node['base'], place)
  const [first, last] = [Number(node['left']), Number(node['right'])]
  const more = node['isInclusive'] === true ? 1 : 0
  return stepOf([base], (scope) => {
    const list = base.run(scope)
    if (!Array.isArray(list)) return null
    const from = first < 0 ? list.length + first : first
    const to = (last < 0 ? list.length + last : last) + more
    const slice = list.slice(Math.max(from, 0), Math.max(to, 0))
    scope.run.budget.make(slice.length)
    return slice
  })
}

/** `list[]` */
export function compileList({ base: node }: GroqNode, place: Place, compile: Compile): Step {
  const base = compile(node, place)
  return stepOf([base], (scope) => {
    const list = base.run(scope)
    return Array.isArray(list) ? list : null
  })
}

/** Applies what follows `[]` to each item. A FlatMap concatenates the results. */
export function compileMap({ type, base: node, expr }: GroqNode, place: Place, compile: Compile): Step {
  const [base, inner] = [compile(node, place), nestHiddenPlace(place)]
  const mapped = compile(expr, inner)
  const isFlat = type === 'FlatMap'
  return stepOf(
    [base],
    (scope) => {
      const list = base.run(scope)
      if (!Array.isArray(list)) return null
      const { budget } = scope.run
      const result: unknown[] = []
      for (const item of list) {
        budget.spend(1)
        const value = mapped.run(scope.nestHidden(item ?? null))
        const values = isFlat && Array.isArray(value) ? value : [value]
        budget.make(values.length)
        budget.spend(values.length)
        for (const one of values) result.push(one)
      }
      return result
    },
    { reads: readsOutside(mapped, inner), loops: true },
  )
}
