import { once } from 'node:events'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { newBuiltSite, ORIGIN, PROXIED, SITE_PROCESS, TOKEN } from '../../support/built-site.ts'
import { listenHere } from '../../support/listen.ts'
import { removeSiteFolder, startOwnSite, type OwnSite } from '../../support/own-site.ts'
import { missingFor, startFront, type Front, type FrontName } from '../support/front.ts'
import { createVisitor } from '../support/visitor.ts'

// Publishes through a web server, on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const folder = await newBuiltSite(PROXIED)
const dist = path.join(folder, 'dist')
let site: OwnSite

beforeAll(async () => {
  site = await startOwnSite(folder, SITE_PROCESS, { ...PROXIED, RATE_LIMIT: '3' })
})

afterAll(async () => {
  await site.kill()
  removeSiteFolder(folder)
})

/** Headers of whatever shows drafts. */
const OF_DRAFTS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
}

const FRONTS: readonly FrontName[] = ['nginx-proxy.conf', 'nginx-static.conf', 'Caddyfile']

describe.each(FRONTS)('%s', (name) => {
  const missing = missingFor(name)
  if (missing !== undefined) {
    test.skip(`needs ${missing}`, () => undefined)
    return
  }
  let front: Front
  let visitor: ReturnType<typeof createVisitor>
  let editor: Record<string, string>
  // Limits count by address: each web server has visitors of its own.
  const localAddress = `127.0.0.${10 + FRONTS.indexOf(name)}`

  beforeAll(async () => {
    front = await startFront(name, site.url, { dist })
    visitor = createVisitor(front.port, { localAddress })
    const { done, editor: known } = await visitor.signIn(TOKEN)
    expect(done.status).toBe(303)
    expect(done.headers.location).toMatch(/^(?:https:\/\/example\.com)?\/studio/u)
    editor = known
  })

  afterAll(() => front.stop())

  const ask = (...asked: Parameters<typeof visitor.ask>) => visitor.ask(...asked)

  function mutate(mutation: object) {
    const body = JSON.stringify({ mutations: [mutation] })
    return ask('/v2025-02-19/data/mutate/production', { method: 'POST', headers: editor, body })
  }

  test('pages have one address, their headers, and a page for what is missing', async () => {
    const page = await ask('/platform')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`<link rel="canonical" href="${ORIGIN}/platform"`)
    expect(page.headers).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-cache',
    })
    expect((await ask('/')).text).toContain(`<link rel="canonical" href="${ORIGIN}/"`)
    for (const [spelt, address] of [
      ['/platform/', '/platform'],
      ['/platform.html?a=1', '/platform?a=1'],
      ['/index.html', '/'],
      ['/platform%2ehtml', '/platform'],
      ['/platform.%68t%6Dl?a=1', '/platform?a=1'],
      ['/index%2Ehtml', '/'],
      ['/%69ndex', '/'],
    ]) {
      const { status, headers } = await ask(spelt ?? '')
      expect([status, headers.location]).toEqual([308, address])
    }
    const none = await ask('/no/such/page')
    expect([none.status, none.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(none.headers['x-robots-tag']).toBe('noindex')
    expect((await ask('/received')).headers['x-robots-tag']).toBe('noindex')
    for (const file of ['/404', '/_headers', '/_nginx.conf', '/vercel.json', '/.fast'])
      expect((await ask(file)).status).toBe(404)
    const outward = await ask('//elsewhere.example/')
    expect(outward.headers.location ?? '').not.toMatch(/^(?:https:)?\/\/elsewhere/u)
  })

  test('what the server answers has its own headers alone, so that the Studio may frame drafts', async () => {
    const drafts = await ask('/api/preview/enter')
    expect([drafts.status, drafts.headers]).toEqual([401, expect.objectContaining(OF_DRAFTS)])
    expect(drafts.headers['content-security-policy']).toMatch(/^[^,]*;frame-ancestors 'self'[^,]*$/u)
    expect((await ask('/api/health')).headers['cache-control']).toBe('no-store')
  })

  test('assets are kept for ever, and go out compressed', async () => {
    const [asset = ''] = /\/assets\/[\w.-]+\.js/u.exec((await ask('/')).text) ?? []
    const answer = await ask(asset, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    })
  })

  test('a cache in front is told that answers differ by what a browser can unpack', async () => {
    const [asset = ''] = /\/assets\/[\w.-]+\.js/u.exec((await ask('/')).text) ?? []
    for (const target of ['/about', asset])
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await ask(target, { headers: { 'accept-encoding': encoding } })
        expect([target, encoding, headers.vary?.toLowerCase()]).toEqual([target, encoding, 'accept-encoding'])
      }
  })

  test('a publish goes live, and an old address redirects', async () => {
    const title = `Published through ${name}`
    expect((await mutate({ patch: { id: 'about', set: { title } } })).status).toBe(200)
    await expect.poll(async () => (await ask('/about')).text, { timeout: 30_000 }).toContain(title)

    // What a configuration would read as its own is an address like any other.
    const from = encodeURI(`/old-${name.toLowerCase().replace('.', '-')}-"$host";{}`)
    const rule = { _key: name, _type: 'redirectRule', from, to: '/contact?from=old' }
    await mutate({ patch: { id: 'redirects', set: { rules: [rule] } } })
    const leads = async () => {
      if (name === 'nginx-static.conf') front.reload()
      const { status, headers } = await ask(from)
      return [status, headers.location]
    }
    await expect.poll(leads, { timeout: 30_000, interval: 500 }).toEqual([308, '/contact?from=old'])
  })

  test('sockets open, events come as they are sent, large files get through', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${front.port}/mux`, {
      headers: { host: 'example.com', ...editor },
      agent: new Agent({ servername: 'example.com', rejectUnauthorized: false, localAddress }),
    })
    await once(socket, 'open')
    socket.terminate()

    const events = await visitor.open('/v2025-02-19/data/listen/production?query=*', { headers: editor })
    let heard = ''
    for await (const chunk of events) {
      heard += String(chunk)
      if (heard.includes('welcome')) break
    }
    expect(heard).toContain('event: welcome')

    const uploaded = await ask('/v2025-02-19/assets/files/production?filename=a.bin', {
      method: 'POST',
      headers: { ...editor, 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(20_000_000),
    })
    expect(uploaded.status).toBe(200)
  })

  test('a stream ends at the server once its tab is closed', async () => {
    const closed = Promise.withResolvers<void>()
    const server = createServer((_request, response) => {
      response.on('close', closed.resolve).writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: welcome\n\n')
    })
    const before = await startFront(name, await listenHere(server), { dist })
    const tab = await createVisitor(before.port, { localAddress }).open('/v2025-02-19/data/listen/production')
    await once(tab, 'data')
    tab.destroy()
    await closed.promise
    await before.stop()
  })

  test.skipIf(name === 'Caddyfile')(
    'an address that keeps 200 requests open gets no more, and others go on',
    async () => {
      const server = createServer(({ url }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (url === '/api/health') response.end()
        else response.write('event: welcome\n\n')
      })
      await using around = new AsyncDisposableStack()
      const before = await startFront(name, await listenHere(server), { dist })
      around.defer(() => before.stop())
      const greedy = createVisitor(before.port, { localAddress })
      const streams = await Promise.all(
        Array.from({ length: 200 }, () => greedy.open('/v2025-02-19/data/listen/production')),
      )
      expect(streams.filter(({ statusCode }) => statusCode === 200)).toHaveLength(200)
      expect((await greedy.ask('/api/health')).status).toBe(429)
      expect((await createVisitor(before.port).ask('/api/health')).status).toBe(200)
      const [first] = streams
      first?.destroy()
      await expect.poll(async () => (await greedy.ask('/api/health')).status).toBe(200)
      for (const stream of streams) stream.destroy()
    },
  )

  test('strangers get no content and no metrics', async () => {
    expect((await ask('/v2025-02-19/data/query/production?query=*')).status).toBe(401)
    expect((await ask('/api/metrics')).status).toBe(403)
  })

  test('forms post, and their limit counts by the address that the web server saw', async () => {
    const statuses: unknown[] = []
    for (let count = 0; count < 5; count += 1) {
      const headers = {
        'content-type': 'application/json',
        origin: ORIGIN,
        'x-forwarded-for': `203.0.113.${count}`,
      }
      const body = JSON.stringify({ email: 'not an address' })
      statuses.push((await ask('/api/waitlist', { method: 'POST', headers, body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429])
  })
})

/** A node that can't answer some questions, though it has its pages. */
async function startNode() {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/' ? 200 : 503).end()
  })
  return { server, url: await listenHere(server) }
}

describe.skipIf(missingFor('nginx-proxy.conf') !== undefined)('two nodes behind nginx (needs nginx)', () => {
  test('a request that fails at both nodes takes no page away, and a dead node is skipped', async () => {
    await using around = new AsyncDisposableStack()
    const [first, second] = [await startNode(), await startNode()]
    const front = await startFront('nginx-proxy.conf', first.url, { other: second.url })
    around.defer(() => front.stop())
    const { ask } = createVisitor(front.port)
    for (let count = 0; count < 4; count += 1) {
      expect((await ask('/api/waitlist/count')).status).toBe(503)
      expect((await ask('/')).status).toBe(200)
    }
    first.server.closeAllConnections()
    first.server.close()
    for (let count = 0; count < 4; count += 1) expect((await ask('/')).status).toBe(200)
  })
})
