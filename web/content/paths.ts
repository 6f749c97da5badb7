import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { collapseRedirects, type RedirectRule } from '../../api/contract/redirect-rules.ts'
import type { Documents } from './documents.ts'

/** The paths that lead somewhere: those of pages, further legal ones included, and what is redirected. */
export function knownPaths(documents: Documents): Set<string> {
  const legal = [...documents.values()].flatMap(({ _type: type, slug }) => {
    const current = (slug as { current?: string } | undefined)?.current
    return type === 'legalPage' && current !== undefined ? [`/${current}`] : []
  })
  const pages = [...PAGE_PATHS, ...legal]
  return new Set([...pages, ...Object.keys(collapseRedirects(rulesIn(documents), pages).redirects)])
}

/** Rules that are still being written redirect nothing. */
function rulesIn(documents: Documents): RedirectRule[] {
  const rules = documents.get('redirects')?.['rules']
  return ((Array.isArray(rules) ? rules : []) as Partial<RedirectRule>[]).filter(
    (rule): rule is RedirectRule => typeof rule.from === 'string' && typeof rule.to === 'string',
  )
}
