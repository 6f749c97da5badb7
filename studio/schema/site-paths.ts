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

/** A form asks for each of its links, all at once and again once a draft is stored. In ms after the answer. */
const SHARED_MS = 250

const shared = new Map<string, Promise<Answer>>()

/**
 * Asks which paths lead somewhere. Further legal pages, landing pages and redirects are content.
 * @param except id of a published document whose own path is left out
 */
export async function sitePaths(
  context: Pick<ValidationContext, 'getClient'>,
  except = '',
): Promise<SitePaths> {
  const { slugs, landing, redirected } = await ask(context.getClient({ apiVersion: '2025-02-19' }), except)
  return {
    pages: new Set([...PAGE_PATHS, ...slugs.map((slug) => `/${slug}`)]),
    landing,
    redirected: new Set(redirected?.filter((path) => path !== null)),
  }
}

/** One question for all who ask it at the same time: a browser has six connections for it. */
function ask(client: ReturnType<ValidationContext['getClient']>, except: string): Promise<Answer> {
  const { apiHost, projectId, dataset } = client.config()
  const question = [apiHost, projectId, dataset, except].join(' ')
  const known = shared.get(question)
  if (known) return known
  const answer = client.fetch<Answer>(QUERY, { except }, { perspective: 'published' })
  shared.set(question, answer)
  const forget = () => void setTimeout(() => shared.delete(question), SHARED_MS)
  answer.then(forget, forget)
  return answer
}

/** Forms ask again with every letter that is typed. */
const KEEP_MS = 10_000
const DEADLINE_MS = 3_000

interface Asked {
  at: number
  anchors: Promise<ReadonlySet<string> | undefined>
}

const asked = new Map<string, Asked>()

/** The anchors of a page as visitors get it; nothing where the site does not answer, as on another origin. */
export function anchorsAt(path: string): Promise<ReadonlySet<string> | undefined> {
  const known = asked.get(path)
  if (known && Date.now() - known.at < KEEP_MS) return known.anchors
  const anchors = read(path).catch(() => undefined)
  asked.set(path, { at: Date.now(), anchors })
  return anchors
}

async function read(path: string): Promise<ReadonlySet<string> | undefined> {
  const response = await fetch(path, { signal: AbortSignal.timeout(DEADLINE_MS) })
  const html = await response.text()
  // Another program's page says nothing about this site's.
  if (!response.ok || !html.includes('<main id="main"')) return undefined
  return new Set([...html.matchAll(/\sid="([^"]+)"/gu)].map(([, id = '']) => id))
}
