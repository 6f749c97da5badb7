import type { ValidationError } from '@sanity/types'
import { fromFault, toFault } from '../../api/contract/redirect-paths.ts'
import { collapseRedirects, type Collapsed, type RedirectRule } from '../../api/contract/redirect-rules.ts'

/** Says what keeps a text from being an old path of this site; true when nothing does. */
export function checkFrom(value: unknown): true | string {
  return (typeof value === 'string' ? fromFault(value) : undefined) ?? true
}

/** Says what keeps a text from being a place that a redirect may lead to; true when nothing does. */
export function checkTo(value: unknown): true | string {
  return (typeof value === 'string' ? toFault(value) : undefined) ?? true
}

/** Finds paths that are redirected twice, circles, and chains that end where there is no page. */
export function checkRules(value: unknown, pages: ReadonlySet<string>): true | ValidationError[] {
  const { faults } = collapseWhole(value, pages)
  const errors = faults.map(({ key, field, message }) => ({ message, path: [{ _key: key }, field] }))
  return errors.length === 0 || errors
}

/** The first redirect that would lead nowhere once `path` is no page; none where all lead on. */
export function strandedAt(
  path: string,
  { rules, pages }: { rules: readonly RedirectRule[]; pages: ReadonlySet<string> },
): RedirectRule | undefined {
  const otherwise = new Set(collapseRedirects(rules, [...pages, path]).faults.map(({ key }) => key))
  const fault = collapseRedirects(rules, pages).faults.find(({ key }) => !otherwise.has(key))
  return rules.find(({ _key }) => _key === fault?.key)
}

/** Names the rules that rest because their path is a page; true when there are none. */
export function restingRules(value: unknown, pages: ReadonlySet<string>): true | ValidationError[] {
  const warnings = collapseWhole(value, pages).resting.map(({ key, from }) => ({
    message: `${from} is a page, so visitors see the page and this redirect rests.`,
    path: [{ _key: key }, 'from'],
  }))
  return warnings.length === 0 || warnings
}

/** Collapses the rules with two valid halves; the others are marked at their own fields. */
function collapseWhole(value: unknown, pages: ReadonlySet<string>): Collapsed {
  const rules = (Array.isArray(value) ? value : []) as Partial<RedirectRule>[]
  const whole = rules.filter(
    (rule): rule is RedirectRule =>
      typeof rule.from === 'string' &&
      typeof rule.to === 'string' &&
      checkFrom(rule.from) === true &&
      checkTo(rule.to) === true,
  )
  return collapseRedirects(whole, pages)
}
