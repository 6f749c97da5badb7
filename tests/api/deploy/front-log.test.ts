import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nginxFile } from '../../../web/publisher/release/nginx-file.ts'
import { eventually } from '../../support/eventually.ts'
import { listenHere } from '../../support/listen.ts'
import { missingFor, startFront } from '../support/front.ts'
import { createVisitor } from '../support/visitor.ts'

/**
 * A server that says what it was asked for, or breaks off where that ends with `/broken`, and the folder of a site with
 * no page.
 */
async function startSite() {
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('/broken')) response.destroy()
    else response.end(url)
  })
  const dist = mkdtempSync(path.join(tmpdir(), 'dist-'))
  mkdirSync(path.join(dist, 'site'))
  writeFileSync(path.join(dist, 'site/_nginx.conf'), nginxFile([], [], {}))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  return { url: await listenHere(server), dist }
}

for (const name of ['nginx-proxy.conf', 'nginx-static.conf'] as const) {
  const missing = missingFor(name)
  test.skipIf(missing !== undefined)(
    `${name} writes no key to drafts down${missing === undefined ? '' : ` (needs ${missing})`}`,
    async () => {
      const { url, dist } = await startSite()
      const front = await startFront(name, url, { dist })
      onTestFinished(() => front.stop())
      const { ask } = createVisitor(front.port)
      for (const address of [
        '/preview/key.to-drafts/about?key',
        '/preview/key.to-drafts/-/events',
        '/api/preview/enter?sanity-preview-secret=key',
      ]) {
        const { status, text } = await ask(address)
        expect([status, text]).toEqual([200, address])
      }
      // As somebody asks who was told the address without its scheme.
      const plain = await fetch(`http://127.0.0.1:${front.plainPort}/preview/key.to-drafts/about`, {
        redirect: 'manual',
      })
      expect(plain.headers.get('location')).toBe('https://example.com/preview/key.to-drafts/about')
      await ask('/api/last')
      await eventually(() => expect(front.accessLog()).toContain('GET /api/last'))
      expect(front.accessLog()).not.toContain('key')
    },
  )
}

for (const name of ['nginx-proxy.conf', 'nginx-static.conf', 'Caddyfile'] as const) {
  const missing = missingFor(name)
  test.skipIf(missing !== undefined)(
    `${name} writes no key to drafts down where the server breaks off${missing === undefined ? '' : ` (needs ${missing})`}`,
    async () => {
      const { url, dist } = await startSite()
      const front = await startFront(name, url, { dist })
      onTestFinished(() => front.stop())
      const { ask } = createVisitor(front.port)
      for (const address of ['/preview/key.to-drafts/broken', '/api/preview/key/broken', '/api/broken'])
        expect((await ask(address)).status).toBe(502)
      await eventually(() => expect(front.errorLog()).toContain('/api/broken'))
      expect(front.errorLog()).not.toContain('key')
    },
  )
}
