import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ASSETS, assetHeaders, securityHeaders } from '../../web/publisher/release/headers.ts'
import { answerWith, pairs } from './file.ts'
import type { Release, SiteFile } from './release.ts'
import { addressOf } from './static.ts'

interface FilesFirst {
  siteUrl: string | undefined
  release: () => Promise<Release>
  /** Answers everything else. */
  app: RequestListener
}

/** Knows names that are spelt as they are read: what the app would refuse, or read as another, is left to it. */
function createHostCheck(): (host: string) => boolean {
  // Nearly all requests are for one.
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
 * Answers requests of files by their own addresses before the app hears of them, byte for byte as the app would:
 * most of what a server is asked for takes a third of the time so. All that needs thought goes on to the app.
 */
export function filesFirst({ siteUrl, release, app }: FilesFirst): RequestListener {
  const security = { page: securityHeaders(siteUrl), asset: assetHeaders(siteUrl) }
  const complete = new WeakMap<readonly string[], string[]>()
  const isPlainHost = createHostCheck()
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
  function find(files: Release, url: string): SiteFile | undefined {
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
    const end = url.indexOf('?')
    return list.get(end < 0 ? url : url.slice(0, end))
  }
  function answer(files: Release, request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request
    const file = find(files, url)
    if (!file) return app(request, response)
    const wanted = { method, encodings: headers['accept-encoding'], known: headers['if-none-match'] }
    const { status, headers: own, body } = answerWith(file, wanted, 200)
    response.writeHead(status, withSecurity(file, own))
    response.end(body)
  }

  return (request, response) => {
    const { method, headers } = request
    const isPlain = (method === 'GET' || method === 'HEAD') && isPlainHost(headers.host ?? '')
    if (!isPlain) return app(request, response)
    release().then(
      (files) => answer(files, request, response),
      // The app says what is wrong, and has it logged.
      () => app(request, response),
    )
  }
}
