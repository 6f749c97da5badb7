import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { collapseRedirects, type RedirectRule } from '../../api/contract/redirect-rules.ts'
import type { Documents } from './documents.ts'

/** The paths that lead somewhere: those of pages, further legal pages and landing pages included, and what is redirected. */
export function knownPaths(documents: Documents): Set<string> {
  const others = [...documents.values()].flatMap(({ _type: type, slug }) => {
    const current = (slug as { current?: string } | undefined)?.current
    return OTHER_PAGES.has(type) && current !== undefined ? [`/${current}`] : []
  })
  const pages = [...PAGE_PATHS, ...others]
  return new Set([...pages, ...Object.keys(collapseRedirects(rulesIn(documents), pages).redirects)])
}

const OTHER_PAGES = new Set(['legalPage', 'landingPage'])

/** Rules that are still being written redirect nothing. */
function rulesIn(documents: Documents): RedirectRule[] {
  const rules = documents.get('redirects')?.['rules']
  return ((Array.isArray(rules) ? rules : []) as Partial<RedirectRule>[]).filter(
    (rule): rule is RedirectRule => typeof rule.from === 'string' && typeof rule.to === 'string',
  )
}
