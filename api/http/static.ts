import { Hono } from 'hono'
import { withoutEndSlashes } from '../contract/addresses.ts'
import { ProblemError } from '../contract/problem.ts'
import { notFound, starting, wrongMethod } from '../contract/problems.ts'
import type { NodeEnv } from './client-address.ts'
import { fileResponse } from './file.ts'
import { notYetPage } from './not-yet-page.ts'
import type { Release, ReleaseSource, SiteFile } from './release.ts'

/** Paths that a URL's parser gives back as they are: no query, escape, dot segment or host. */
export const PLAIN_PATH = /^\/(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/u

/**
 * Serves the site's files. Only paths in the release's own list are answered or redirected to, which rules out path
 * traversal and open redirects.
 * @param onMissing called with a path that a page was asked for at in vain
 */
export function staticRoutes(
  release: ReleaseSource,
  onMissing: (path: string) => void = () => undefined,
): Hono<NodeEnv> {
  return new Hono<NodeEnv>().all('*', async ({ req }) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw new ProblemError(wrongMethod('GET, HEAD'))
    const files = await release()
    const { pathname, search } = new URL(req.url)
    const asked = decodePath(pathname)
    const bare = barePath(asked)
    if (files.size === 0) {
      if (isPage(bare)) return notYetPage(req.raw)
      throw new ProblemError(starting)
    }
    const found = files.get(fileName(bare))
    if (found === undefined || found.name === '404.html') {
      const target = redirectFrom(files, barePath(asked.toLowerCase()), search)
      if (target !== undefined) return movedTo(target)
      if (req.method === 'GET') onMissing(barePath(asked))
      return missing(files, req.raw)
    }
    return bare === asked ? fileResponse(found, req.raw, 200) : movedTo(encodeURI(bare) + search)
  })
}

/** The address at which a file is served without decoding or redirect; undefined if there is none. */
export function addressOf({ name }: SiteFile): string | undefined {
  if (name === '404.html') return undefined
  const bare = barePath(`/${name}`)
  return fileName(bare) === name && encodeURI(bare) === bare ? bare : undefined
}

/** Whether a page or a redirect answers at a path, which is in lower case. */
export function answers(files: Release, path: string): boolean {
  return files.has(fileName(path)) || redirectFrom(files, path, '') !== undefined
}

/** Whether nothing is at a path that is spelt as it is read: no file, no other spelling of one, no redirect. */
export function isMissing(files: Release, path: string): boolean {
  return (
    barePath(path) === path &&
    !files.has(fileName(path)) &&
    redirectFrom(files, path.toLowerCase(), '') === undefined
  )
}

/** Permanent, yet revalidated each time: an editor may take a redirect back. */
function movedTo(location: string): Response {
  return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-cache' } })
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** The one address of a page: `/index.html`, `/platform/` and `/platform.html` are spellings of others. */
function barePath(asked: string): string {
  const bare = withoutEndSlashes(asked).replace(/\.html$/u, '')
  return bare === '' || bare === '/index' ? '/' : bare
}

function fileName(bare: string): string {
  if (bare === '/') return 'index.html'
  const name = bare.slice(1)
  return isPage(bare) ? `${name}.html` : name
}

/** A path without a file extension is a page's. */
function isPage(bare: string): boolean {
  return !/\.[a-z0-9]+$/iu.test(bare)
}

function missing(files: Release, request: Request): Response {
  const page = files.get('404.html')
  if (!page) throw new ProblemError(notFound)
  return fileResponse(page, request, 404)
}

const redirectLists = new WeakMap<Release, ReadonlyMap<string, string>>()

/**
 * Where a path without a page leads now, by the release's own list, or undefined. `path` is in lower case;
 * `search` is the query of the request with its `?`, or empty, and goes along.
 */
function redirectFrom(release: Release, path: string, search: string): string | undefined {
  const known = redirectLists.get(release)
  const list = known ?? readList(release)
  if (!known) redirectLists.set(release, list)
  const target = list.get(path)
  return target === undefined ? undefined : withQuery(target, search)
}

/** A release from before there were redirects has none. */
function readList(release: Release): ReadonlyMap<string, string> {
  const manifest = release.get('release.json')
  if (!manifest) return new Map()
  try {
    const { redirects = {} } = JSON.parse(manifest.body.toString()) as { redirects?: Record<string, string> }
    return new Map(Object.entries(redirects))
  } catch {
    // A power cut truncated it: the next start writes it again, and pages are served meanwhile.
    return new Map()
  }
}

function withQuery(target: string, search: string): string {
  if (search === '') return target
  const [address = ''] = target.split('#', 1)
  const joined = address.includes('?') ? `${address}&${search.slice(1)}` : address + search
  return joined + target.slice(address.length)
}
