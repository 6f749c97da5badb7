import type { ValidationContext } from '@sanity/types'
import { PAGE_PATHS } from '../../api/contract/pages.ts'

/** What the site answers, as far as its content says. */
export interface SitePaths {
  /** Paths of all pages: what stands there wins over a redirect. */
  pages: ReadonlySet<string>
  /** Old paths that lead to one. */
  redirected: ReadonlySet<string>
}

interface Answer {
  slugs: (string | null)[]
  redirected: (string | null)[] | null
}

const QUERY = `{
  "slugs": *[_type == "legalPage"].slug.current,
  "redirected": *[_id == "redirects"][0].rules[].from
}`

/** Asks which paths lead somewhere. Further legal pages and redirects are content. */
export async function sitePaths(context: Pick<ValidationContext, 'getClient'>): Promise<SitePaths> {
  const client = context.getClient({ apiVersion: '2025-02-19' })
  const { slugs, redirected } = await client.fetch<Answer>(QUERY, {}, { perspective: 'published' })
  return {
    pages: new Set([...PAGE_PATHS, ...slugs.map((slug) => `/${slug}`)]),
    redirected: new Set(redirected?.filter((path) => path !== null)),
  }
}
