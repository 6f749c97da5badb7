import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isServerPath } from '../contract/addresses.ts'
import { ASSETS, assetHeaders, securityHeaders } from '../contract/site-headers.ts'
import { answerWith, pairs } from './file.ts'
import { oncePerTurn, type Release, type ReleaseSource, type SiteFile } from './release.ts'
import { addressOf, isMissing, PLAIN_PATH } from './static.ts'

interface FilesFirst {
  siteUrl: string | undefined
  release: ReleaseSource
  /** Called with a path that a page was asked for at in vain, as `staticRoutes` does. */
  onMissing: (path: string) => void
  /** Answers everything else. */
  app: RequestListener
}

/**
 * Tells host names that a URL gives back as they are. The app answers for those that it would refuse or read
 * differently.
 */
function createHostCheck(): (host: string) => boolean {
  // Nearly all requests name the same host.
  let known: string | undefined
  return (host) => {
    if (host === known) return true
    const name = host.replace(/:\d+$/u, '').toLowerCase()
    if (URL.parse(`http://${host}`)?.hostname !== name) return false
    known = host
    return true
  }
}

/**
 * Answers requests for files at their own addresses, and for pages that do not exist, byte for byte as the app would,
 * in a third of the time. Most requests are of this kind. The app gets all others.
 */
export function filesFirst({ siteUrl, release, onMissing, app }: FilesFirst): RequestListener {
  const security = { page: securityHeaders(siteUrl), asset: assetHeaders(siteUrl) }
  const complete = new WeakMap<readonly string[], string[]>()
  const isPlainHost = createHostCheck()
  const current = oncePerTurn(release)
  const addresses = new WeakMap<Release, ReadonlyMap<string, SiteFile>>()

  function withSecurity({ name: file }: SiteFile, headers: readonly string[]): string[] {
    const known = complete.get(headers)
    if (known) return known
    const names = new Set(pairs(headers).map(([name]) => name))
    const wanted = security[file.startsWith(ASSETS) ? 'asset' : 'page']
    const missing = [...wanted].filter(([name]) => !names.has(name))
    const all = [...headers, ...missing.flat()]
    complete.set(headers, all)
    return all
  }
  function find(files: Release, path: string): SiteFile | undefined {
    let list = addresses.get(files)
    if (!list) {
      list = new Map(
        [...files.values()].flatMap((file) => {
          const address = addressOf(file)
          return address === undefined ? [] : [[address, file] as const]
        }),
      )
      addresses.set(files, list)
    }
    return list.get(path)
  }
  function answer(files: Release, request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const found = find(files, path)
    const file = found ?? notFoundPage(files, path)
    if (!file) return app(request, response)
    if (!found && method === 'GET') onMissing(path)
    const wanted = { method, encodings: headers['accept-encoding'], known: headers['if-none-match'] }
    const { status, headers: own, body } = answerWith(file, wanted, found ? 200 : 404)
    response.writeHead(status, withSecurity(file, own))
    response.end(body)
  }

  return (request, response) => {
    const { method, headers } = request
    const isPlain = (method === 'GET' || method === 'HEAD') && isPlainHost(headers.host ?? '')
    if (!isPlain) return app(request, response)
    const files = current()
    if (!(files instanceof Promise)) return answer(files, request, response)
    files.then(
      (read) => answer(read, request, response),
      // The app answers with what is wrong, and logs it.
      () => app(request, response),
    )
  }
}

/** The page that says so, if the app could not answer the path in any other way. */
function notFoundPage(files: Release, path: string): SiteFile | undefined {
  const isNowhere = PLAIN_PATH.test(path) && !isServerPath(path) && isMissing(files, path)
  return isNowhere ? files.get('404.html') : undefined
}
