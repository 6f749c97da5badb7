import { getVersionFromId } from '@sanity/client/csm'
import type { ValidationContext } from '@sanity/types'
import { PAGE_PATHS } from '../../api/contract/pages.ts'
import { collapseRedirects, type RedirectRule } from '../../api/contract/redirect-rules.ts'
import { CLIENT } from '../client-options.ts'

/** What the site answers, as far as its content says. */
export interface SitePaths {
  /** Paths of all pages, which win over redirects. */
  pages: ReadonlySet<string>
  /** Old paths that lead somewhere, as the server compares them. */
  redirected: ReadonlySet<string>
  /** Redirects that are written in full. */
  rules: readonly RedirectRule[]
  landing: readonly LandingPlace[]
}

/** A landing page as this perspective has it. */
export interface LandingPlace {
  _id: string
  title: string | null
  path: string
}

interface Answer {
  slugs: (string | null)[]
  landing: LandingPlace[]
  rules: { _key: string; from: string | null; to: string | null }[] | null
}

const QUERY = `{
  "slugs": *[_type in ["legalPage", "landingPage"] && _id != $except].slug.current,
  "landing": *[_type == "landingPage" && _id != $except && defined(slug.current)]{_id, title, "path": "/" + slug.current},
  "rules": *[_id == "redirects"][0].rules[]{_key, from, to}
}`

/** Who asks, and what will be live then: a draft alone, or all of a version's release. */
type Asking = Pick<ValidationContext, 'getClient'> & { document?: { _id: string } | undefined }

/** How long an answer is shared, in ms: a form asks for each of its links, all at once. */
const SHARED_MS = 250

const shared = new Map<string, Promise<Answer>>()

/**
 * Asks which paths lead somewhere once the document at hand is live: a version goes live with all of its release.
 * Further legal pages, landing pages and redirects are content.
 * @param except id of a published document whose own path is left out
 * @param moved the path that this document will have instead
 * @throws what the client throws, when the lake does not answer
 */
export async function sitePaths(context: Asking, except = '', moved?: string): Promise<SitePaths> {
  const client = context.getClient(CLIENT)
  const { slugs, landing, rules } = await ask(client, releaseStack(context.document) ?? 'published', except)
  const pages = new Set([
    ...PAGE_PATHS,
    ...slugs.map((slug) => `/${slug}`),
    ...(moved === undefined ? [] : [moved]),
  ])
  // Half-written rules redirect nothing.
  const written = (rules ?? []).filter((rule): rule is RedirectRule => rule.from !== null && rule.to !== null)
  const redirected = new Set(Object.keys(collapseRedirects(written, pages).redirects))
  return { pages, landing, redirected, rules: written }
}

type Stack = [release: string, base: 'published']

/** The perspective in which a version goes live: its release over what is published. Undefined for other documents. */
export function releaseStack(document: Asking['document']): Stack | undefined {
  const release = getVersionFromId(document?._id ?? '')
  return release === undefined ? undefined : [release, 'published']
}

type Client = ReturnType<ValidationContext['getClient']>

/** Shares one request among all who ask at the same time, as a browser has six connections. */
function ask(client: Client, perspective: Stack | 'published', except: string): Promise<Answer> {
  const { apiHost, projectId, dataset } = client.config()
  const question = [apiHost, projectId, dataset, perspective, except].join(' ')
  const known = shared.get(question)
  if (known) return known
  const answer = client.fetch<Answer>(QUERY, { except }, { perspective })
  shared.set(question, answer)
  const forget = () => void setTimeout(() => shared.delete(question), SHARED_MS)
  answer.then(forget, forget)
  return answer
}

/** How long anchors are kept, in ms: forms ask again with every letter typed. */
const KEEP_MS = 10_000
const DEADLINE_MS = 3_000

interface KnownAnchors {
  at: number
  anchors: Promise<ReadonlySet<string> | undefined>
}

const anchorsByPath = new Map<string, KnownAnchors>()

/** The anchors of a page as visitors get it; nothing where the site does not answer, as on another origin. */
export function anchorsAt(path: string): Promise<ReadonlySet<string> | undefined> {
  const known = anchorsByPath.get(path)
  if (known && Date.now() - known.at < KEEP_MS) return known.anchors
  const anchors = read(path).catch(() => undefined)
  anchorsByPath.set(path, { at: Date.now(), anchors })
  return anchors
}

async function read(path: string): Promise<ReadonlySet<string> | undefined> {
  const response = await fetch(path, { signal: AbortSignal.timeout(DEADLINE_MS) })
  const html = await response.text()
  // Another program's page says nothing about this site's.
  if (!response.ok || !html.includes('<main id="main"')) return undefined
  return new Set([...html.matchAll(/\sid="([^"]+)"/gu)].map(([, id = '']) => id))
}
