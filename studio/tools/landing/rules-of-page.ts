import { foldFrom } from '../../../api/contract/redirect-paths.ts'
import { collapseRedirects, type RedirectRule } from '../../../api/contract/redirect-rules.ts'

/** A stored redirect, which may be incomplete. */
export type StoredRule = Pick<RedirectRule, '_key'> & Partial<Record<'from' | 'to', string | null>>

/** Keys of the rules from a path, however they are spelled. */
export function rulesFrom(path: string, rules: readonly StoredRule[]): string[] {
  return rules
    .filter(({ from }) => typeof from === 'string' && foldFrom(from) === path)
    .map(({ _key }) => _key)
}

/**
 * Keys of the rules that can't stay when nothing is found at a page's path any more: those from it, which would lead
 * on, and those that would lead nowhere.
 * @param others paths of the site's other pages
 */
export function rulesGoneWith(
  path: string,
  rules: readonly StoredRule[],
  others: ReadonlySet<string>,
): string[] {
  const own = rulesFrom(path, rules)
  const rest = wholeRules(rules).filter(({ _key }) => !own.includes(_key))
  const faultyNow = faultyKeys(rest, [...others, path])
  return [...own, ...[...faultyKeys(rest, others)].filter((key) => !faultyNow.has(key))]
}

/**
 * Says what keeps visitors of a page from being led on once it is gone; nothing when nothing does.
 * @param others paths of the site's other pages
 */
export function leadingFault(
  path: string,
  to: string,
  rules: readonly StoredRule[],
  others: ReadonlySet<string>,
): string | undefined {
  if (foldFrom(to) === path) return 'The page can’t lead to itself. Write another path.'
  const own = rulesFrom(path, rules)
  const rest = wholeRules(rules).filter(({ _key }) => !own.includes(_key))
  const { faults } = collapseRedirects([...rest, { _key: '', from: path, to }], others)
  // Redirects to the page follow the new one. Faults of other rules existed before.
  return faults.find(({ key }) => key === '')?.message
}

function wholeRules(rules: readonly StoredRule[]): RedirectRule[] {
  return rules.filter(
    (rule): rule is RedirectRule => typeof rule.from === 'string' && typeof rule.to === 'string',
  )
}

function faultyKeys(rules: readonly RedirectRule[], pages: Iterable<string>): Set<string> {
  return new Set(collapseRedirects(rules, pages).faults.map(({ key }) => key))
}
