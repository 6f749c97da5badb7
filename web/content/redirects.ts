import {
  collapseRedirects,
  type RedirectFault,
  type RedirectRule,
} from '../../api/contract/redirect-rules.ts'
import type { Documents } from './documents.ts'
import { isEmpty } from './schema-nodes.ts'

/** The redirects that the rules of a site result in. */
interface Redirects {
  /** The final target of each redirected path: a path with its query and fragment, or an address. */
  redirects: Record<string, string>
  /** Faults of rules, with the path of their field in the redirects' form. */
  faults: { message: string; path: string }[]
}

/**
 * The redirects of a site with these pages, and the faults of its rules. A circle is reported once, however many rules
 * it has.
 */
export function collapse(rules: readonly RedirectRule[], pages: Iterable<string>): Redirects {
  const { redirects, faults } = collapseRedirects(rules, pages)
  const circles = new Set(faults.map(({ circle }) => circle))
  // The first fault of each circle takes it off the list.
  const first = faults.filter(({ circle }) => circle === undefined || circles.delete(circle))
  return { redirects, faults: first.map(toFault) }
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
