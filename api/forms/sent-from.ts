import { ALIASES } from '../contract/pages.ts'
import { isPagePath } from '../contract/addresses.ts'

/** A page's address as editors make them, and no longer: what else came was typed, or may name a person. */
const PAGE = /^\/(?:[a-z0-9-]{1,60}(?:\/[a-z0-9-]{1,60}){0,2}\/?)?$/u

/**
 * Path of the page of this site that a post was sent from, by the `Referer` that browsers send along; empty where
 * there is none. Its query is left out, and whatever can be no page's address by its form: a node that takes posts
 * alone knows no pages.
 */
export function sentFrom({ headers, url }: Request, siteUrl: string | undefined): string {
  const from = URL.parse(headers.get('referer') ?? '')
  if (!from || (from.origin !== siteUrl && from.host !== new URL(url).host)) return ''
  const path = from.pathname.replace(/(?<=.)\/$/u, '').replace(/\.html$/u, '')
  if (!PAGE.test(path) || !isPagePath(path)) return ''
  return ALIASES[path] ?? path
}
