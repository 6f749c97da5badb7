import { isPagePath } from './addresses.ts'
import { PAGE_PATHS } from './pages.ts'
import { fromFault } from './redirect-paths.ts'

/** An address that visitors asked for and found nothing at. */
export interface MissingPath {
  path: string
  /** How often within the week. */
  count: number
}

/** Nobody types a longer path, or reads one in a list. */
const LONGEST = 120

/** Extensions of old pages. All others are asked for by programs that look for vulnerabilities. */
const ENDINGS = /\.(?:html?|pdf)$/u

/** What such programs ask for, besides files whose names begin with a dot. */
const KNOCKED_AT =
  /^\/(?:wp|wordpress|cgi|php|xmlrpc|vendor|admin|administrator|actuator|console|server-status|phpmyadmin|autodiscover|owa|boaform|hnap1|sdk|solr|graphql)(?:[-/.]|$)|\/(?:\.|wp-)/u

/** Encoded in an address, they are part of its path, which no redirect begins with. */
const NOT_WRITTEN = /[?#]/u

/** A word that long is a token or an id, which may identify the visitor, as an email address does. */
const TOKEN = /[^/-]{24,}|[0-9a-f]{8}-[0-9a-f]{4}-|\d{7,}|@/u

const KNOWN = new Set<string>(PAGE_PATHS)

/**
 * The path as it is counted where nothing is found at it, in lower case; undefined if no redirect could lead on from
 * it, or where it may say something of the visitor.
 * @param path as asked for, decoded, without its query
 */
export function countedPath(path: string): string | undefined {
  if (path.length > LONGEST || NOT_WRITTEN.test(path)) return undefined
  const lower = path.toLowerCase()
  const name = lower.slice(lower.lastIndexOf('/') + 1)
  if (name.includes('.') && !ENDINGS.test(name)) return undefined
  if (KNOWN.has(lower) || !isPagePath(lower) || KNOCKED_AT.test(lower) || TOKEN.test(lower)) return undefined
  return fromFault(lower) === undefined ? lower : undefined
}
