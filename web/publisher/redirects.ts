import { collapseRedirects, type RedirectFault } from '../../api/contract/redirect-rules.ts'
import type { Redirect } from '../content/content.ts'
import type { Fault } from '../content/hold-back.ts'
import type { Manifest } from './release/manifest.ts'

/** The redirects of a release, and what is wrong with the rules: a circle once, however many rules it has. */
export function collapse(
  rules: readonly Redirect[],
  pages: Iterable<string>,
): { redirects: Manifest['redirects']; faults: Fault[] } {
  const { redirects, faults } = collapseRedirects(rules, pages)
  const byCircle = new Map(faults.toReversed().map((fault) => [circleOf(fault), fault]))
  const told = new Set(byCircle.values())
  return { redirects, faults: faults.filter((fault) => told.has(fault)).map(toFault) }
}

/** The same for all rules of a circle, and for no other fault. */
function circleOf({ key, field, circle }: RedirectFault): string {
  return JSON.stringify(circle?.toSorted() ?? [key, field])
}

function toFault({ key, field, message }: RedirectFault): Fault {
  return { message, path: `rules[_key=="${key}"].${field}` }
}
