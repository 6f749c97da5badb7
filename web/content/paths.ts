import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { collapseRedirects, type RedirectRule } from '../../api/contract/redirect-rules.ts'
import type { Documents } from './documents.ts'

/** The paths that lead somewhere: those of pages, further legal pages and landing pages included, and what is redirected. */
export function knownPaths(documents: Documents): Set<string> {
  const known = new Set<string>(PAGE_PATHS)
  for (const { _type: type, slug } of documents.values()) {
    if (!OTHER_PAGES.has(type)) continue
    const current = (slug as { current?: string } | undefined)?.current
    if (current !== undefined) known.add(`/${current}`)
  }
  for (const from of Object.keys(collapseRedirects(rulesIn(documents), known).redirects)) known.add(from)
  return known
}

const OTHER_PAGES = new Set(['legalPage', 'landingPage'])

/** Rules that are still being written redirect nothing. */
function rulesIn(documents: Documents): RedirectRule[] {
  const rules = documents.get('redirects')?.['rules']
  return ((Array.isArray(rules) ? rules : []) as Partial<RedirectRule>[]).filter(
    (rule): rule is RedirectRule => typeof rule.from === 'string' && typeof rule.to === 'string',
  )
}
