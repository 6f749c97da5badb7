import type { Redirect } from '../content/content.ts'
import type { Fault, Manifest } from './release/manifest.ts'

/** Stands for this site's own origin, whatever that is, while addresses are read. */
const HERE = 'https://site.invalid'

/** Paths that the server answers itself: a redirect from there would never be reached. */
const RESERVED = /^\/(?:(?:api|studio)(?:\/|$)|(?:images|files|v(?:\d+|x|\d{4}-\d{2}-\d{2}))\/)/

interface Rule {
  from: string
  to: URL
  field: (name: 'from' | 'to') => string
}

/**
 * Permanent redirects by path, in lower case, each with the address at the end of its chain; and what is
 * wrong with the rules. `pages` are the paths of the site's pages: a rule from one of them rests, so that
 * a page that moved may move back while the old rule stays.
 */
export function collapse(
  rules: readonly Redirect[],
  pages: Iterable<string>,
): { redirects: Manifest['redirects']; faults: Fault[] } {
  const own = new Set(pages)
  const faults: Fault[] = []
  const all = new Map<string, Rule>()
  for (const written of rules) {
    const rule = readRule(written)
    if ('sentence' in rule) faults.push(rule)
    else if (all.has(rule.from)) faults.push(twice(rule))
    else all.set(rule.from, rule)
  }
  const live = new Map([...all].filter(([from]) => !own.has(from)))
  const circles = new Set<string>()
  const redirects: Manifest['redirects'] = {}
  for (const rule of live.values()) {
    const end = follow(rule, live)
    if (end instanceof URL) {
      if (leadsNowhere(end, own, all)) faults.push(nowhere(rule, end))
      else redirects[rule.from] = addressOf(end)
      continue
    }
    const members = JSON.stringify(end.toSorted())
    if (!circles.has(members)) faults.push(circle(rule, end))
    circles.add(members)
  }
  return { redirects, faults }
}

function readRule({ _key, from, to }: Redirect): Rule | Fault {
  const field = (name: string) => `rules[_key=="${_key}"].${name}`
  const source = readPath(from)
  if (!source || source.search !== '' || source.hash !== '')
    return {
      sentence: `“${from}” is no path of this site. Write it as visitors ask for it, such as /old-page, without domain, “?” and “#”.`,
      path: field('from'),
    }
  const path = pathOf(source)
  if (RESERVED.test(path))
    return { sentence: `${path} belongs to the server. Choose another path.`, path: field('from') }
  const target = readPath(to) ?? readAddress(to)
  if (target) return { from: path, to: target, field }
  return {
    sentence: `“${to}” is neither a path of this site, such as /contact, nor an address that starts with https://.`,
    path: field('to'),
  }
}

/** A path with query and fragment. What a browser would take for another host (`//host`, `/\host`) is none. */
function readPath(text: string): URL | undefined {
  if (!text.startsWith('/') || /[\\\s]|\p{Cc}/u.test(text)) return undefined
  const url = URL.parse(text, HERE)
  if (url?.origin !== HERE) return undefined
  const path = decode(url.pathname)
  if (path === undefined || path.includes('//') || /\\|\p{Cc}/u.test(path)) return undefined
  url.pathname = bare(url.pathname)
  return url
}

function readAddress(text: string): URL | undefined {
  if (!/^https:\/\/[^\\\s]+$/iu.test(text)) return undefined
  const url = URL.parse(text)
  return url && url.username === '' && url.password === '' ? url : undefined
}

/** A path without what the server takes off: `/platform/` and `/platform.html` are `/platform`. */
function bare(path: string): string {
  const short = path.replace(/\/+$/u, '').replace(/\.html$/iu, '')
  return short === '' || short === '/index' ? '/' : short
}

function pathOf(url: URL): string {
  return bare(decode(url.pathname) ?? url.pathname).toLowerCase()
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Where a chain of rules ends; or the paths of the circle that it runs into. */
function follow(start: Rule, live: ReadonlyMap<string, Rule>): URL | string[] {
  const seen = [start.from]
  let end = start.to
  for (;;) {
    const next = end.origin === HERE ? live.get(pathOf(end)) : undefined
    if (!next) return end
    const before = seen.indexOf(next.from)
    if (before >= 0) return seen.slice(before)
    seen.push(next.from)
    end = carry(end, next.to)
  }
}

/** The next address of a chain, with the query and fragment that a browser brings along. */
function carry(from: URL, to: URL): URL {
  const end = new URL(to)
  end.search = [to.search, from.search]
    .map((query) => query.slice(1))
    .filter(Boolean)
    .join('&')
  end.hash ||= from.hash
  return end
}

/** Whether no page answers. Files are named by their extension and not looked for: most are not known yet. */
function leadsNowhere(end: URL, own: ReadonlySet<string>, all: ReadonlyMap<string, Rule>): boolean {
  if (end.origin !== HERE) return false
  const path = pathOf(end)
  return !own.has(path) && !all.has(path) && !/\.[a-z0-9]+$/u.test(path)
}

function addressOf(url: URL): string {
  return url.origin === HERE ? url.pathname + url.search + url.hash : url.href
}

function twice({ from, field }: Rule): Fault {
  return { sentence: `${from} is redirected twice. Delete one of the two rules.`, path: field('from') }
}

function nowhere({ from, field }: Rule, end: URL): Fault {
  return {
    sentence: `${from} leads to ${pathOf(end)}, which is no page of this site. Choose a page, such as /contact.`,
    path: field('to'),
  }
}

function circle({ field }: Rule, paths: readonly string[]): Fault {
  const round = [...paths, paths[0]].join(' → ')
  return {
    sentence: `These redirects go round in a circle: ${round}. Let one of them lead to a page.`,
    path: field('to'),
  }
}
