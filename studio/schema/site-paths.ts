import type { ValidationContext } from '@sanity/types'
import { PAGE_PATHS } from '../../api/contract/pages.ts'

/** What the site answers, as far as its content says. */
export interface SitePaths {
  /** Paths of all pages: what stands there wins over a redirect. */
  pages: ReadonlySet<string>
  /** Old paths that lead to one. */
  redirected: ReadonlySet<string>
  landing: readonly LandingPlace[]
}

/** A landing page as it is published. */
export interface LandingPlace {
  _id: string
  title: string | null
  path: string
}

interface Answer {
  slugs: (string | null)[]
  landing: LandingPlace[]
  redirected: (string | null)[] | null
}

const QUERY = `{
  "slugs": *[_type in ["legalPage", "landingPage"] && _id != $except].slug.current,
  "landing": *[_type == "landingPage" && _id != $except && defined(slug.current)]{_id, title, "path": "/" + slug.current},
  "redirected": *[_id == "redirects"][0].rules[].from
}`

/**
 * Asks which paths lead somewhere. Further legal pages, landing pages and redirects are content.
 * @param except id of a published document whose own path is left out
 */
export async function sitePaths(
  context: Pick<ValidationContext, 'getClient'>,
  except = '',
): Promise<SitePaths> {
  const client = context.getClient({ apiVersion: '2025-02-19' })
  const { slugs, landing, redirected } = await client.fetch<Answer>(
    QUERY,
    { except },
    { perspective: 'published' },
  )
  return {
    pages: new Set([...PAGE_PATHS, ...slugs.map((slug) => `/${slug}`)]),
    landing,
    redirected: new Set(redirected?.filter((path) => path !== null)),
  }
}
