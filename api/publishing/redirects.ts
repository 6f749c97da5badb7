import type { Release } from '../http/release.ts'

const lists = new WeakMap<Release, ReadonlyMap<string, string>>()

/**
 * Where a path without a page leads now, by the release's own list, or undefined. `path` is in lower case;
 * `search` is the query of the request with its `?`, or empty, and goes along.
 */
export function redirectFrom(release: Release, path: string, search: string): string | undefined {
  const known = lists.get(release)
  const list = known ?? readList(release)
  if (!known) lists.set(release, list)
  const target = list.get(path)
  return target === undefined ? undefined : withQuery(target, search)
}

/** A release from before there were redirects has none. */
function readList(release: Release): ReadonlyMap<string, string> {
  const manifest = release.get('release.json')
  if (!manifest) return new Map()
  try {
    const { redirects = {} } = JSON.parse(manifest.body.toString()) as { redirects?: Record<string, string> }
    return new Map(Object.entries(redirects))
  } catch {
    // Cut short by a power cut: the next start makes it anew, and pages are served meanwhile.
    return new Map()
  }
}

function withQuery(target: string, search: string): string {
  if (search === '') return target
  const [address = '', fragment] = target.split(/(?=#)/u)
  const joined = address.includes('?') ? `${address}&${search.slice(1)}` : address + search
  return joined + (fragment ?? '')
}
