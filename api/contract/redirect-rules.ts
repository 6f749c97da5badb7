/*
 * What becomes of a list of redirects. The Studio asks while an editor types, and each release when it is rendered.
 */

import {
  addressOf,
  HERE,
  isFilePath,
  isLong,
  LONGEST,
  pathOf,
  readFrom,
  readTo,
  RESERVED_TOO,
} from './redirect-paths.ts'

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
  /**
   * The paths that lead round in a circle, where that is what is wrong. All rules that lead there have a fault, with the
   * same list.
   */
  circle?: readonly string[]
}

interface ReadRule {
  key: string
  from: string
  to: URL
}

/** How many paths of a circle are named. */
const TOLD = 10

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
  const follow = createFollow(live)
  for (const rule of live.values()) {
    const end = follow(rule)
    if ('circle' in end) faults.push(circleFault(rule, end.circle))
    else if ('isTooLong' in end) faults.push(longChain(rule))
    else if (leadsNowhere(end.to, own)) faults.push(nowhere(rule, end.to))
    else redirects[rule.from] = addressOf(end.to)
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

/** Where a chain of rules ends. */
type End = { to: URL } | { circle: readonly string[] } | { isTooLong: true }

/** Finds where rules end. Each is followed once, however many others lead to it. */
function createFollow(live: ReadonlyMap<string, ReadRule>): (start: ReadRule) => End {
  const ends = new Map<ReadRule, End>()

  function nextOf({ to }: ReadRule): ReadRule | undefined {
    return to.origin === HERE ? live.get(pathOf(to)) : undefined
  }

  return (start) => {
    const passed = new Set<ReadRule>()
    let rule: ReadRule | undefined = start
    for (; rule && !ends.has(rule) && !passed.has(rule); rule = nextOf(rule)) passed.add(rule)
    let end = rule && (ends.get(rule) ?? { circle: pathsFrom(rule, passed) })
    for (const one of [...passed].toReversed()) {
      end = endOf(one, end)
      ends.set(one, end)
    }
    return end ?? { to: start.to }
  }
}

/** The paths of a circle of rules that ends the ones passed. */
function pathsFrom(first: ReadRule, passed: Iterable<ReadRule>): string[] {
  const paths = Array.from(passed, ({ from }) => from)
  return paths.slice(paths.indexOf(first.from))
}

/** @param next where the rule's own target leads to; undefined for one that is no rule's path */
function endOf({ to }: ReadRule, next: End | undefined): End {
  if (next === undefined) return { to }
  if (!('to' in next)) return next
  const end = carry(to, next.to)
  return isLong(end) ? { isTooLong: true } : { to: end }
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

function longChain({ key, from }: ReadRule): RedirectFault {
  const message = `${from} leads through other redirects to an address of more than ${LONGEST} letters, as each adds its own after “?”. Shorten one of them.`
  return { key, field: 'to', message }
}

function twice({ key, from }: ReadRule): RedirectFault {
  return { key, field: 'from', message: `${from} is redirected twice. Delete one of the two rules.` }
}

function nowhere({ key, from }: ReadRule, end: URL): RedirectFault {
  const message = `${from} leads to ${pathOf(end)}, which is no page of this site. Choose a page, such as /contact.`
  return { key, field: 'to', message }
}

function circleFault({ key, from }: ReadRule, circle: readonly string[]): RedirectFault {
  const start = Math.max(circle.indexOf(from), 0)
  const pathAt = (steps: number): string => circle[(start + steps) % circle.length] ?? ''
  const some = Array.from({ length: Math.min(circle.length, TOLD) }, (_, steps) => pathAt(steps))
  const rest = circle.length > TOLD ? [`${circle.length - TOLD} more`] : []
  const round = [...some, ...rest, pathAt(0)].join(' → ')
  const message = `These redirects go round in a circle: ${round}. Let one of them lead to a page.`
  return { key, field: 'to', message, circle }
}
