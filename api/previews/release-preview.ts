import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { problemResponse } from '../contract/problem.ts'
import { notFound } from '../contract/problems.ts'
import { fileResponse } from '../http/file.ts'
import { etagOf } from '../http/release.ts'
import type { Renderers } from '../publishing/renderer.ts'

/** What an editor wants to look at: a page or file of a release, at the address that asked for it. */
interface ShownRelease {
  /** Id of the release. */
  release: string
  /** As in the address, decoded. */
  path: string
  /** Address of the release's pages, without a trailing slash. */
  base: string
  hasBar: boolean
}

/** Answers with pages and files of releases, which visitors no longer get, or not yet. */
export type ShowRelease = (shown: ShownRelease, request: Request) => Promise<Response>

/** A file below the assets of a release: no part of it begins with a dot. */
const ASSET = /^\/(assets\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/u
const RELEASE = /^[\w-]{1,80}$/u
/** A page of pictures asks for the same files again and again; they stay with whoever may see them. */
const KEPT = 'private, max-age=600'

interface Options {
  dist: string
  renderers: Renderers
  /** Brings a release here that another node published. */
  fetchRelease: (id: string) => Promise<void>
}

export function showReleases({ dist, renderers, fetchRelease }: Options): ShowRelease {
  return async ({ release, path: wanted, base, hasBar }, request) => {
    if (!RELEASE.test(release)) return problemResponse(notFound)
    if (!existsSync(path.join(dist, 'releases', release))) await fetchRelease(release)
    const asset = ASSET.exec(wanted)?.[1]
    if (asset !== undefined) return assetResponse(path.join(dist, 'releases', release), asset, request)
    const page = await (await renderers.current()).releasePage(dist, { release, path: wanted, base, hasBar })
    return new Response(request.method === 'HEAD' ? null : page.html, {
      status: page.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${page.policy};frame-ancestors 'self'`,
      },
    })
  }
}

async function assetResponse(folder: string, name: string, request: Request): Promise<Response> {
  const body = await readFile(path.join(folder, name)).catch(() => undefined)
  if (!body) return problemResponse(notFound)
  const answer = fileResponse({ name, body, brotli: undefined, etag: etagOf(body) }, request, 200)
  answer.headers.set('cache-control', KEPT)
  return answer
}
