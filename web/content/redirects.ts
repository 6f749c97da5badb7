import {
  collapseRedirects,
  type RedirectFault,
  type RedirectRule,
} from '../../api/contract/redirect-rules.ts'
import type { Documents } from './documents.ts'
import { isEmpty } from './schema-nodes.ts'

/** What becomes of the rules of a site. */
interface Redirects {
  /** Where each path ends that is redirected: a path with its query and fragment, or an address. */
  redirects: Record<string, string>
  /** What is wrong with rules, with the fields of the redirects' form. */
  faults: { message: string; path: string }[]
}

/** The redirects of a site with these pages, and what is wrong with the rules: a circle once, however many it has. */
export function collapse(rules: readonly RedirectRule[], pages: Iterable<string>): Redirects {
  const { redirects, faults } = collapseRedirects(rules, pages)
  const byCircle = new Map(faults.toReversed().map((fault) => [circleOf(fault), fault]))
  const told = new Set(byCircle.values())
  return { redirects, faults: faults.filter((fault) => told.has(fault)).map(toFault) }
}

/** The same for all rules of a circle, and for no other fault. */
function circleOf({ key, field, circle }: RedirectFault): string {
  return JSON.stringify(circle?.toSorted() ?? [key, field])
}

function toFault({ key, field, message }: RedirectFault): Redirects['faults'][number] {
  return { message, path: `rules[_key=="${key}"].${field}` }
}

/** The rules of these documents. One that is still being written redirects nothing: its empty field is a fault. */
export function rulesIn(documents: Documents): RedirectRule[] {
  const document = documents.get('redirects')
  const rules = document?._type === 'redirects' ? document['rules'] : undefined
  return ((Array.isArray(rules) ? rules : []) as (Partial<RedirectRule> | null)[]).filter(
    (rule): rule is RedirectRule =>
      [rule?.from, rule?.to].every((text) => typeof text === 'string' && !isEmpty(text)),
  )
}
