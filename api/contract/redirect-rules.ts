/*
 * What a redirect may be. The Studio asks while an editor types, and each release asks when it collapses chains.
 */

import { withoutEndSlashes } from './addresses.ts'

/** A redirect as an editor wrote it. */
export interface RedirectRule {
  _key: string
  from: string
  to: string
}

/** What keeps a rule from going live. */
export interface RedirectFault {
  /** `_key` of the rule. */
  key: string
  field: 'from' | 'to'
  /** What is wrong and what to do. */
  message: string
  /** The paths that lead round in a circle, where that is what is wrong: each rule of it has a fault. */
  circle?: readonly string[]
}

interface ReadRule {
  key: string
  from: string
  to: URL
}

/** Stands for this site's own origin, whatever that is, while addresses are read. */
const HERE = 'https://site.invalid'

/** Paths that the server answers itself: a redirect from there would never be reached. */
const RESERVED = /^\/(?:(?:api|studio)(?:\/|$)|(?:images|files|v(?:\d+|x|\d{4}-\d{2}-\d{2}))\/)/

/** More such paths. Old rules from them have no effect: a fault in one would hold back all the others. */
const RESERVED_TOO = /^\/(?:mux|preview)(?:\/|$)/

/** The most letters of a redirect's address as it is sent: nginx accepts no word of 4,096 bytes. */
const LONGEST = 2_000

/** Files of every release, and two more of a bucket. No redirect can begin at one of them. */
const FILES: ReadonlySet<string> = new Set([
  '/.well-known/security.txt',
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/llms.txt',
  '/owner.json',
  '/pushing.json',
  '/release.json',
  '/robots.txt',
  '/site.webmanifest',
  '/sitemap.xml',
])

/** Whether a path, as the server compares it, is that of a file which stands beside the pages of every release. */
export function isFilePath(path: string): boolean {
  return FILES.has(path)
}

/** Says what keeps a text from being an old path of this site; nothing when nothing does. */
export function fromFault(text: string): string | undefined {
  const read = readFrom(text)
  if ('message' in read) return read.message
  if (RESERVED_TOO.test(read.path)) return reserved(read.path)
  if (!isFilePath(read.path) && !read.path.startsWith('/assets/')) return undefined
  return `${read.path} is kept for files of the site. Choose another path.`
}

/**
 * An old path as the server compares it: `/Old-Page/` and `/old-page.html` are `/old-page`. A text that is no such path
 * stays as it is.
 */
export function foldFrom(text: string): string {
  const read = readFrom(text)
  return 'path' in read ? read.path : text
}

/** Says what keeps a text from being a place that a redirect may lead to; nothing when nothing does. */
export function toFault(text: string): string | undefined {
  const read = readTo(text)
  return 'message' in read ? read.message : undefined
}

/** What becomes of a list of redirects. */
export interface Collapsed {
  /** By path, in lower case: the address at the end of the chain. */
  redirects: Record<string, string>
  /** Rules from the path of a page, a file or the server's own, which visitors see: a page that moved may move back. */
  resting: { key: string; from: string }[]
  faults: RedirectFault[]
}

/** Follows chains of redirects to their ends. `pages` are the paths of the site's pages. */
export function collapseRedirects(rules: readonly RedirectRule[], pages: Iterable<string>): Collapsed {
  const own = new Set(pages)
  const faults: RedirectFault[] = []
  const all = new Map<string, ReadRule>()
  for (const written of rules) {
    const rule = readRule(written)
    if ('message' in rule) faults.push(rule)
    else if (all.has(rule.from)) faults.push(twice(rule))
    else all.set(rule.from, rule)
  }
  const rests = (from: string): boolean => own.has(from) || isFilePath(from) || RESERVED_TOO.test(from)
  const live = new Map([...all].filter(([from]) => !rests(from)))
  const redirects: Record<string, string> = {}
  for (const rule of live.values()) {
    const end = follow(rule, live)
    if (!(end instanceof URL)) faults.push(circle(rule, end))
    else if (leadsNowhere(end, own)) faults.push(nowhere(rule, end))
    else if (isLong(end)) faults.push(longChain(rule))
    else redirects[rule.from] = addressOf(end)
  }
  const resting = [...all.values()].filter(({ from }) => rests(from)).map(({ key, from }) => ({ key, from }))
  return { redirects, resting, faults }
}

function readRule({ _key: key, from, to }: RedirectRule): ReadRule | RedirectFault {
  const source = readFrom(from)
  if ('message' in source) return { key, field: 'from', ...source }
  const place = readTo(to)
  return 'message' in place ? { key, field: 'to', ...place } : { key, from: source.path, to: place.url }
}

function readFrom(text: string): { path: string } | { message: string } {
  const url = readPath(text)
  if (!url || url.search !== '' || url.hash !== '')
    return {
      message: `“${text}” is no path of this site. Write it as visitors ask for it, such as /old-page, without domain, “?” and “#”.`,
    }
  if (isLong(url)) return { message: longer(text) }
  const path = pathOf(url)
  return RESERVED.test(path) ? { message: reserved(path) } : { path }
}

function readTo(text: string): { url: URL } | { message: string } {
  const url = readPath(text) ?? readAddress(text)
  if (url) return isLong(url) ? { message: longer(text) } : { url }
  return {
    message: `“${text}” is neither a path of this site, such as /contact, nor an address that starts with https://.`,
  }
}

/** A path with query and fragment; undefined for what a browser would take for another host (`//host`, `/\host`). */
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
  const short = withoutEndSlashes(path).replace(/\.html$/iu, '')
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
function follow(start: ReadRule, live: ReadonlyMap<string, ReadRule>): URL | string[] {
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
function leadsNowhere(end: URL, own: ReadonlySet<string>): boolean {
  const path = pathOf(end)
  return end.origin === HERE && !own.has(path) && !/\.[a-z0-9]+$/u.test(path)
}

function addressOf(url: URL): string {
  return url.origin === HERE ? url.pathname + url.search + url.hash : url.href
}

function isLong(url: URL): boolean {
  // nginx's file writes a dollar so, too.
  return addressOf(url).replaceAll('$', '%24').length > LONGEST
}

function longer(text: string): string {
  return `“${text.slice(0, 80)}…” is longer than ${LONGEST} letters, of which each that is not plain counts as several (ü is %C3%BC). Shorten it.`
}

function longChain({ key, from }: ReadRule): RedirectFault {
  const message = `${from} leads through other redirects to an address of more than ${LONGEST} letters, as each adds its own after “?”. Shorten one of them.`
  return { key, field: 'to', message }
}

function reserved(path: string): string {
  return `${path} belongs to the server. Choose another path.`
}

function twice({ key, from }: ReadRule): RedirectFault {
  return { key, field: 'from', message: `${from} is redirected twice. Delete one of the two rules.` }
}

function nowhere({ key, from }: ReadRule, end: URL): RedirectFault {
  const message = `${from} leads to ${pathOf(end)}, which is no page of this site. Choose a page, such as /contact.`
  return { key, field: 'to', message }
}

function circle({ key }: ReadRule, paths: readonly string[]): RedirectFault {
  const round = [...paths, paths[0]].join(' → ')
  const message = `These redirects go round in a circle: ${round}. Let one of them lead to a page.`
  return { key, field: 'to', message, circle: paths }
}
