import { isInPath } from './operators.ts'
import { cellOf, stepOf, type Step } from './step.ts'
import { isEqual, isPath, membersOf } from './values.ts'

// From so many on, a set is made of a list that is looked into again.
const WORTH_A_SET = 8

type Known = { list?: readonly unknown[]; has?: (value: unknown) => boolean }

/** `value in list` and `value in path(…)`: null where there is neither. */
export function compileMembership(left: Step, right: Step): Step {
  const cell = cellOf((): Known => ({}))
  return stepOf([left, right], (scope) => {
    const [value, list] = [left.run(scope), right.run(scope)]
    if (isPath(list)) return isInPath(value, list, scope.run)
    if (!Array.isArray(list)) return null
    const known = cell(scope.run)
    const isAgain = known.list === list
    if (!isAgain) Object.assign(known, { list, has: undefined })
    if (isAgain && list.length >= WORTH_A_SET) known.has ??= membersOf(list)
    if (known.has !== undefined) return known.has(value)
    scope.run.budget.spend(1 + list.length)
    return list.some((item) => isEqual(value, item ?? null))
  })
}
