import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** A folder of pages and what they load, served from memory. */
export interface ServedSite {
  url: string
  close(): Promise<void>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.json': 'application/json',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /^(?:text\/|application\/json|image\/svg)/u
const SCRIPTS = /<script(?![^>]*ld\+json)[^>]*>.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gsu

interface ServedFile {
  type: string
  bytes: Buffer
  encoding: string | undefined
}

interface SiteOptions {
  /** Where posts and all else below `/api/` go. */
  api: string
  /** Has the pictures that all sites show, and whatever else `folder` has not. */
  shared: string
  /** Without them pages have none, and the state that the inline one would set. */
  scripts: boolean
}

/** Serves a folder over HTTP/1.1: every site with the same server, headers and brotli. */
export async function serveSite(folder: string, { api, shared, scripts }: SiteOptions): Promise<ServedSite> {
  const files = new Map<string, ServedFile | undefined>()
  const fileAt = (address: string): ServedFile | undefined => {
    if (!files.has(address))
      files.set(address, read(folder, address, scripts) ?? read(shared, address, scripts))
    return files.get(address)
  }
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://site')
    if (pathname.startsWith('/api/')) {
      const { host: _host, origin: _origin, ...headers } = incoming.headers
      const onward = request(new URL(incoming.url ?? '/', api), { method: incoming.method ?? 'GET', headers })
      onward.on('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      })
      onward.on('error', () => answer.writeHead(502).end())
      incoming.pipe(onward)
      return
    }
    const file = fileAt(decodeURIComponent(pathname))
    if (!file) {
      answer.writeHead(404).end()
      return
    }
    answer.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.length,
      ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
      'cache-control': 'no-cache',
    })
    answer.end(file.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function read(folder: string, address: string, scripts: boolean): ServedFile | undefined {
  const name = address === '/' ? 'index' : address.slice(1)
  const file = [name, `${name}.html`, `${name}/index.html`, name === 'index' ? 'index.html' : '']
    .map((one) => path.join(folder, one))
    .find((one) => path.extname(one) !== '' && existsSync(one))
  if (file === undefined) return undefined
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
  let bytes: Buffer = readFileSync(file)
  if (type.startsWith('text/html') && !scripts)
    bytes = Buffer.from(String(bytes).replace(SCRIPTS, '').replace('<html ', '<html data-js '))
  if (!COMPRESSED.test(type)) return { type, bytes, encoding: undefined }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return { type, bytes: brotliCompressSync(bytes, { params }), encoding: 'br' }
}
