import { expect, test, type Route } from '@playwright/test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { securityHeaders } from '../../api/contract/site-headers.ts'
import { createApp } from '../../api/http/app.ts'
import { listen, toListener } from '../../api/http/http-server.ts'
import { followRelease } from '../../api/http/release.ts'
import { bundleStudio } from '../../studio/build/bundle.ts'
import { root, startLake } from '../support/lake.ts'

const PROJECT = 'k3yd0w7n'
const API = `https://${PROJECT}.api.sanity.io`
const WELCOME = 'event: welcome\ndata: {"listenerName":"hosted"}\n\n'

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hosted-studio-'))
  const settings = { projectId: PROJECT, dataset: 'production', tools: 'production' }
  await bundleStudio({ root, out: folder, settings })
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))
test.describe.configure({ mode: 'serial' })

test('a Studio for a hosted project holds nothing of local content', async () => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:js|html)$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  const local = /\/mux[`'"]|content lake/
  expect(names.filter((_, index) => local.test(texts[index] ?? ''))).toEqual([])
  expect(texts.some((text) => text.includes(PROJECT))).toBe(true)
})

test('a Studio for a hosted project runs its own scripts alone', async () => {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8')
  const attribute = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]
  const policy = attribute?.replaceAll('&#39;', "'")
  expect(policy).toMatch(/script-src 'self';/)
  expect(policy).toContain("object-src 'none'")
})

test('a Studio for a hosted project talks to that project, and to nothing here', async ({
  page,
  context,
}) => {
  const own = await serveStudio()
  const project = await startLake()
  const asked: URL[] = []
  const sockets: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('violates')) violations.push(message.text())
  })
  await page.routeWebSocket(/./, (socket) => void sockets.push(new URL(socket.url()).host))
  await context.route(
    (url) => url.origin !== own.url,
    (route) => answer(route, project.url, own.url),
  )

  await page.goto(`${own.url}/studio/structure/settings`)
  const brand = page.getByTestId('field-brand.word').getByRole('textbox')
  await expect(brand).toHaveValue('CAL')

  // The site's server reports what became of a publish; it is not asked for content.
  const here = asked.filter(({ origin }) => origin === own.url).map(({ pathname }) => pathname)
  expect(here.filter((pathname) => !/^\/(?:studio|api)\//.test(pathname))).toEqual([])
  const hosts = new Set(asked.filter(({ origin }) => origin !== own.url).map(({ host }) => host))
  for (const host of hosts) expect(host).toMatch(/(?:^|\.)(?:sanity\.io|sanity-cdn\.com)$/)
  const paths = asked.filter(({ origin }) => origin === API).map(({ pathname }) => pathname)
  for (const part of ['query', 'listen', 'doc'])
    expect(paths).toContainEqual(expect.stringMatching(`/data/${part}/production`))
  expect(violations).toEqual([])
  expect([...new Set(sockets)]).toEqual([`${PROJECT}.api.sanity.io`])
  await page.close()
  await project.close()
  await own.close()
})

/** The built Studio on a server that has no lake, as with content in a hosted project. */
async function serveStudio(): Promise<{ url: string; close: () => Promise<void> }> {
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    studio: { state: () => 'ready', files: followRelease(folder) },
  })
  const options = { port: 0, host: '127.0.0.1', headers: securityHeaders(undefined) }
  const listening = await listen(toListener(app.fetch), options)
  return { url: listening.url, close: () => listening.drain(0) }
}

/** Answers for the hosted project from a lake, which speaks its protocol; every other host is unreachable. */
async function answer(route: Route, lake: string, origin: string): Promise<void> {
  const request = route.request()
  const { origin: asked, pathname, search } = new URL(request.url())
  if (asked !== API) return route.abort('addressunreachable')
  const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
  if (pathname.includes('/data/listen/'))
    return route.fulfill({ headers: { ...headers, 'content-type': 'text/event-stream' }, body: WELCOME })
  const response = await fetch(lake + pathname.replace(`/projects/${PROJECT}`, '/projects/local') + search, {
    method: request.method(),
    body: request.postData(),
  })
  const contentType = response.headers.get('content-type') ?? 'application/json'
  return route.fulfill({
    status: response.status,
    headers: { ...headers, 'content-type': contentType },
    body: Buffer.from(await response.arrayBuffer()),
  })
}
