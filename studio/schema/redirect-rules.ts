import type { ValidationContext, ValidationError } from '@sanity/types'

/*
 * The release checks all redirects again when it collapses them (web/publisher/redirects.ts), and nothing of web
 * can be imported here. So these rules are written twice, and a test holds them to the same verdicts.
 */

/** Paths of the pages that stand whatever the content is; legal pages have theirs in it. */
const PAGES = [
  '/',
  '/home',
  '/platform',
  '/contact',
  '/about',
  '/received',
  '/not-sent',
  '/not-found',
  '/404',
]

const RESERVED = /^\/(?:(?:api|studio)(?:\/|$)|(?:images|files|v(?:\d+|x|\d{4}-\d{2}-\d{2}))\/)/

interface Rule {
  _key: string
  from: string
  to: string
}

/** Says what keeps a text from being an old path of this site; true when nothing does. */
export function checkFrom(value: unknown): true | string {
  if (typeof value !== 'string') return true
  const path = pathOf(value)
  if (path === undefined || /[?#]/.test(value))
    return 'Write a path of this site as visitors ask for it, such as /old-page, without domain, “?” and “#”.'
  return RESERVED.test(path) ? `${path} belongs to the server. Choose another path.` : true
}

/** Says what keeps a text from being a place that a redirect may lead to; true when nothing does. */
export function checkTo(value: unknown): true | string {
  if (typeof value !== 'string' || pathOf(value) !== undefined || isAddress(value)) return true
  return 'Write a path of this site, such as /contact, or an address that starts with https://.'
}

/** Paths of all pages: what stands there wins over a redirect. */
export async function sitePages(context: Pick<ValidationContext, 'getClient'>): Promise<Set<string>> {
  const client = context.getClient({ apiVersion: '2025-02-19' })
  const slugs = await client.fetch<(string | null)[]>(
    '*[_type == "legalPage"].slug.current',
    {},
    { perspective: 'published' },
  )
  return new Set([...PAGES, ...slugs.map((slug) => `/${slug}`)])
}

/** Finds paths that are redirected twice, circles, and chains that end where there is no page. */
export function checkRules(value: unknown, pages: ReadonlySet<string>): true | ValidationError[] {
  const rules = soundRules(value)
  const targets = new Map<string, string>()
  const faults: ValidationError[] = []
  for (const { _key, from, to } of rules) {
    const path = pathOf(from) ?? from
    if (targets.has(path))
      faults.push({
        message: `${path} is redirected twice. Delete one of the two.`,
        path: [{ _key }, 'from'],
      })
    else targets.set(path, pathOf(to) ?? '')
  }
  for (const { _key, from } of rules) {
    const message = checkChain(pathOf(from) ?? from, targets, pages)
    if (message !== undefined) faults.push({ message, path: [{ _key }, 'to'] })
  }
  return faults.length === 0 || faults
}

/** Says which rules rest because a page stands at their path; true when none does. */
export function restingRules(value: unknown, pages: ReadonlySet<string>): true | ValidationError[] {
  const resting = soundRules(value).filter(({ from }) => pages.has(pathOf(from) ?? ''))
  if (resting.length === 0) return true
  return resting.map(({ _key, from }) => ({
    message: `${from} is a page, so visitors see the page and this redirect rests.`,
    path: [{ _key }, 'from'],
  }))
}

function checkChain(
  start: string,
  targets: ReadonlyMap<string, string>,
  pages: ReadonlySet<string>,
): string | undefined {
  const seen = [start]
  if (pages.has(start)) return undefined
  for (let path = targets.get(start); path; path = targets.get(path)) {
    if (pages.has(path)) return undefined
    if (seen.includes(path)) {
      const round = [...seen.slice(seen.indexOf(path)), path].join(' → ')
      return `These redirects go round in a circle: ${round}. Let one of them lead to a page.`
    }
    if (!targets.has(path) && !/\.[a-z0-9]+$/.test(path))
      return `This leads to ${path}, which is no page of this site. Choose a page, such as /contact.`
    seen.push(path)
  }
  return undefined
}

/** The rules whose two halves are in order: the others are marked at their own fields. */
function soundRules(value: unknown): Rule[] {
  const rules = (Array.isArray(value) ? value : []) as Partial<Rule>[]
  return rules.filter(
    (rule): rule is Rule =>
      typeof rule.from === 'string' &&
      typeof rule.to === 'string' &&
      checkFrom(rule.from) === true &&
      checkTo(rule.to) === true,
  )
}

function isAddress(text: string): boolean {
  if (!/^https:\/\/[^\\\s]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** A path in the spelling that the server compares, or nothing where the text is none of this site. */
function pathOf(text: string): string | undefined {
  if (!text.startsWith('/') || /[\\\s]|\p{Cc}/u.test(text)) return undefined
  const url = URL.parse(text, 'https://site.invalid')
  if (url?.host !== 'site.invalid') return undefined
  const path = decode(url.pathname)
  if (path === undefined || path.includes('//') || /\\|\p{Cc}/u.test(path)) return undefined
  const short = path
    .replace(/\/+$/, '')
    .replace(/\.html$/i, '')
    .toLowerCase()
  return short === '' || short === '/index' ? '/' : short
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
