import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { listenHere } from '../support/listen.ts'
import { makeRoot, serve, type Served } from './support/child.ts'
import { freePort } from './support/front.ts'

const running: Served[] = []

function begin(...args: Parameters<typeof serve>): Served {
  const served = serve(...args)
  running.push(served)
  return served
}

async function urlOf(served: Served): Promise<string> {
  return (await served.said(/^Site {4}(http:\S+)\/$/mu))[1] ?? ''
}

afterEach(async () => {
  for (const served of running.splice(0)) {
    served.child.kill('SIGKILL')
    await served.exit
  }
})

test('it prints each URL once pages, lake and API are served', async () => {
  const served = begin(makeRoot())
  const url = await urlOf(served)
  await served.said(/^API {5}http:\S+\/api\/health$/mu)
  const health = await fetch(`${url}/api/health`)
  expect(health.status).toBe(200)
  expect(await health.json()).toEqual({ status: 'ok' })
  expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
  expect(await (await fetch(`${url}/v2025-02-19/data/query/x`)).text()).toBe('lake /v2025-02-19/data/query/x')
  expect((await fetch(`${url}/video/`)).status).toBe(404)
})

test('the pages of the start before are served while everything else is still loaded', async () => {
  const root = makeRoot()
  const [port, go] = [await freePort(), path.join(root, 'go')]
  // Kysely, which goes on only once that file is there.
  const hook = `
    import { registerHooks } from 'node:module'
    const wait = "import { existsSync } from 'node:fs'; import { setTimeout as pause } from 'node:timers/promises';" +
      "while (!existsSync('${go}')) await pause(10);"
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context)
        return url.endsWith('/kysely/dist/index.js') ? { ...loaded, source: wait + loaded.source } : loaded
      },
    })`
  const env = {
    PORT: String(port),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
  }
  const served = begin(root, { env })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 50 })
  expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
  const health = fetch(`${url}/api/health`).then(({ status }) => status)
  expect(await Promise.race([health, pause(500, 'nothing yet')])).toBe('nothing yet')
  writeFileSync(go, '')
  expect(await health).toBeOneOf([200, 503])
  await urlOf(served)
})

test('the build reads the lake through the port while health still says 503', async () => {
  const root = makeRoot(`
    const url = process.env.LAKE_URL
    const health = await fetch(url + '/api/health')
    const lake = await fetch(url + '/v1/data/query/x')
    console.log('built', url === process.env.SITE_URL, health.status, await lake.text())
  `)
  const served = begin(root)
  await served.said(/^built true 503 lake \/v1\/data\/query\/x$/mu)
  await urlOf(served)
})

test('a server that reads the content of another one, and shares no database with it, says what it lacks', async () => {
  const served = begin(makeRoot(), { env: { LAKE_URL: 'http://127.0.0.1:9' } })
  await urlOf(served)
  expect(served.output()).toContain('LAKE_URL is set without DATABASE_URL: this server hears of no publish')
})

test('a build that fails for another reason than content ends the server with exit 1 where there are no pages yet', async () => {
  const root = makeRoot(`console.error('No room.'); process.exit(3)`)
  rmSync(path.join(root, 'dist/site'), { recursive: true })
  const served = begin(root)
  expect(await served.exit).toMatchObject({ code: 1 })
  expect(served.output()).toMatch(
    /^No room\.\n[^]*The pages could not be built\.\nThe server stopped, as it has none to serve\.\n$/u,
  )
})

test('unusable content ends no server: posts are taken, and pages say that they will come', async () => {
  const failure = { message: 'x', sentences: ['Home is missing.'], faults: [] }
  const root = makeRoot(
    `process.send(${JSON.stringify(failure)}); process.exitCode = 1; process.disconnect()`,
  )
  rmSync(path.join(root, 'dist/site'), { recursive: true })
  const served = begin(root)
  const url = await urlOf(served)
  const ready = await fetch(`${url}/api/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    status: 'degraded',
    dependencies: { store: 'ok', site: 'failing' },
    faults: ['Home is missing.'],
  })
  // Strangers are told that something is wrong, and not with which document.
  const fromElsewhere = await fetch(`${url}/api/ready`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(await fromElsewhere.json()).not.toHaveProperty('faults')
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  const page = await fetch(url)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"a@example.com","age":60000}',
  }
  expect((await fetch(`${url}/api/waitlist`, post)).status).toBe(201)
  // The same reason is logged once, however often it is tried again.
  await served.said(/Home is missing/u)
  expect(served.output().match(/Home is missing/gu)).toHaveLength(1)
})

test('a build’s complaints can be read while it runs', async () => {
  const served = begin(makeRoot(`console.error('It takes long.'); setInterval(() => undefined, 1_000)`))
  await served.said(/^It takes long\.$/mu)
  served.child.kill('SIGTERM')
  await served.exit
})

test('a build that fails leaves the pages of the last one served', async () => {
  const served = begin(makeRoot(`console.error('No space is left.'); process.exit(3)`))
  const url = await urlOf(served)
  expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(served.output()).toMatch(/The site could not be brought up to date: what is served stays/u)
})

test('a data folder that can’t be written to leaves pages served and posts refused until it can', async () => {
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'gone-')), 'data')
  // A file in the folder's place refuses root too.
  writeFileSync(dataDir, '')
  const served = begin(makeRoot(), { env: { DATA_DIR: dataDir } })
  const url = await urlOf(served)
  expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
  const post = () =>
    fetch(`${url}/api/waitlist`, { method: 'POST', body: new URLSearchParams({ email: 'a@example.com' }) })
  const answer = await post()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  rmSync(dataDir)
  await vi.waitFor(async () => expect((await post()).status).not.toBe(503), {
    timeout: 20_000,
    interval: 500,
  })
})

test('a taken port, an unwritable folder and a malformed variable are named together', async () => {
  const { port } = new URL(await listenHere(createServer()))
  const served = begin(makeRoot(), {
    env: { PORT: port, DATA_DIR: '/proc/nowhere', RATE_LIMIT: 'many' },
  })
  expect(await served.exit).toMatchObject({ code: 1 })
  const lines = served.output().trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^RATE_LIMIT must be /u)
  expect(lines[1]).toMatch(new RegExp(`^PORT ${port} is taken on 127\\.0\\.0\\.1: `, 'u'))
  expect(lines[2]).toMatch(/^DATA_DIR \/proc\/nowhere can't be written to \(E[A-Z]+\): /u)
})

test.each([
  ['directly', false],
  ['through npm', true],
])('SIGTERM %s answers what is in flight and exits 0', async (_, npm) => {
  const served = begin(makeRoot(), { npm })
  const url = new URL(await urlOf(served))
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  socket.write('GET /home HTTP/1.1\r\nhost: localhost\r\n')
  await fetch(`${url.href}api/health`)
  served.child.kill('SIGTERM')
  await refused(url)
  socket.write('\r\n')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*Home too/iu)
  expect(await served.exit).toEqual({ code: 0, signal: null })
})

test('SIGTERM during the build stops it and exits 0', async () => {
  const served = begin(makeRoot(`console.log('building'); setInterval(() => {}, 1000)`))
  await served.said(/^building$/mu)
  served.child.kill('SIGTERM')
  expect(await served.exit).toEqual({ code: 0, signal: null })
  // Who stops it is told of no fault of the site.
  expect(served.output()).not.toContain('could not be')
})

test('a folder that can’t be built into is named where there are no pages, and nothing is built', async () => {
  const root = makeRoot(`console.log('building')`)
  rmSync(path.join(root, 'dist'), { recursive: true })
  writeFileSync(path.join(root, 'dist'), '')
  const served = begin(root, { env: { DIST_DIR: path.join(root, 'dist') } })
  expect(await served.exit).toMatchObject({ code: 1 })
  const sentence = `^Cannot write to the folder of the built site ${root}/dist \\(.*set DIST_DIR to another folder\\.\\n$`
  expect(served.output()).toMatch(new RegExp(sentence, 'u'))
})

test('a folder that can’t be built into leaves the pages served, and is this server’s once it can be', async () => {
  const dist = path.join(mkdtempSync(path.join(tmpdir(), 'dist-')), 'dist')
  const root = makeRoot()
  cpSync(path.join(root, 'dist'), dist, { recursive: true, verbatimSymlinks: true })
  // A folder in the lock's place refuses root too.
  mkdirSync(path.join(dist, 'site.lock'))
  const served = begin(root, { env: { DIST_DIR: dist } })
  const url = await urlOf(served)
  expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
  expect(served.output()).toContain(`Cannot write to the folder of the built site ${dist}`)
  rmdirSync(path.join(dist, 'site.lock'))
  await vi.waitFor(() => expect(existsSync(path.join(dist, 'site.owner.json'))).toBe(true), {
    timeout: 20_000,
    interval: 500,
  })
})

/** Waits until nothing listens there any more. */
async function refused(url: URL): Promise<void> {
  for (;;) {
    const probe = connect(Number(url.port), url.hostname)
    const open = await new Promise<boolean>((resolve) => {
      probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    probe.destroy()
    if (!open) return
  }
}
