import { foldFrom } from '../../api/contract/redirect-paths.ts'
import type { RedirectRule } from '../../api/contract/redirect-rules.ts'
import { byAge, type Documents, type StoredDocument } from '../content/documents.ts'
import { pathOf } from '../content/paths.ts'

const NO_REDIRECTS: StoredDocument = {
  _id: 'redirects',
  _type: 'redirects',
  _rev: '',
  _updatedAt: '',
  rules: [],
}

/**
 * Where visitors find the page that a view shows at a path: its draft may have another address than it has for them.
 * Undefined for a page that was never published.
 */
export function livePath(path: string, shown: Documents, live: Documents): string | undefined {
  const [page] = [...shown.values()].filter((document) => pathOf(document) === path).toSorted(byAge)
  if (!page) return path
  const published = live.get(page._id)
  return published && pathOf(published)
}

/** The drafts with the redirects that publishing leaves: from each old address of a landing page to its new one. */
export function withRedirects(drafts: Documents, published: Documents): Documents {
  const moves = [...drafts.values()].flatMap((page) => {
    const before = page._type === 'landingPage' ? published.get(page._id) : undefined
    const [from, to] = [before && pathOf(before), pathOf(page)]
    if (from === undefined || to === undefined || from === to) return []
    return [{ _type: 'redirect', _key: page._id, from, to }]
  })
  if (moves.length === 0) return drafts
  const redirects = drafts.get('redirects') ?? NO_REDIRECTS
  const left = new Set(moves.map(({ from }) => from))
  const others = ((redirects['rules'] ?? []) as (Partial<RedirectRule> | null)[]).filter(
    (rule) => typeof rule?.from !== 'string' || !left.has(foldFrom(rule.from)),
  )
  // Under the revision that is live, the gate would take them for what the site has.
  const next = { ...redirects, _rev: `${redirects._rev} moved`, rules: [...others, ...moves] }
  return new Map([...drafts, [next._id, next]])
}
