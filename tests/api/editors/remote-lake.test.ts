import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lakeEditors } from '../../../api/editors/lake-editors.ts'
import { remoteLake } from '../../../api/editors/remote-lake.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { root } from '../../support/lake.ts'
import { listenHere } from '../../support/listen.ts'
import { ask } from '../support/ask.ts'
import { startPublishing } from '../support/publishing.ts'

const TOKEN = 'a token of sixteen and more'

test('editors of another server’s lake are known by their secret, whatever name it has here', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lake-'))
  const lake = await openLake({ dataDir, seedDir: path.join(root, 'studio/seed'), token: TOKEN })
  const served = await serveLake(lake)
  onTestFinished(async () => {
    await served.close()
    await lake.close()
  })
  // A name of this machine that the lake does not know as its own.
  const elsewhere = served.url.replace('127.0.0.1', '0.0.0.0')
  const { url } = await startPublishing({
    checkEditor: lakeEditors(remoteLake(elsewhere, { needsToken: true }), 1),
  })
  const address = `${url}/api/releases`
  const signedIn = await fetch(`${served.url}/v1/auth/login/token`, {
    method: 'POST',
    body: new URLSearchParams({ token: TOKEN }),
    redirect: 'manual',
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const browser = { host: 'example.com', origin: 'https://example.com', 'x-forwarded-for': '203.0.113.7' }
  expect(await ask(address, { ...browser, cookie })).toEqual([200, ''])
  expect(await ask(address, { ...browser, authorization: `Bearer ${TOKEN}` })).toEqual([200, ''])
  // Nobody is told what name the lake has.
  for (const headers of [browser, { ...browser, cookie: 'lake_session=ended' }])
    expect(await ask(address, headers)).toEqual([401, expect.stringMatching(/access token/u)])
  const foreign = [
    { ...browser, cookie, origin: 'https://evil.example' },
    { ...browser, cookie, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    expect(await ask(address, headers)).toEqual([403, expect.stringMatching(/other sites/u)])

  for (let tries = 0; tries < 5; tries += 1)
    expect(await ask(address, { ...browser, authorization: 'Bearer guessed' })).toEqual([
      401,
      expect.any(String),
    ])
  expect((await ask(address, { ...browser, authorization: 'Bearer guessed' }))[0]).toBe(429)
  // Nobody keeps this node from reading its content by guessing.
  const query = `${elsewhere}/v2025-02-19/data/query/production?query=1`
  expect((await fetch(query, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
  expect((await fetch(query)).status).toBe(403)
})

test('a foreign name pointed at this machine is refused if the other lake needs no token', async () => {
  const lake = await openLake({ dataDir: mkdtempSync(path.join(tmpdir(), 'lake-')) })
  const served = await serveLake(lake)
  onTestFinished(async () => {
    await served.close()
    await lake.close()
  })
  const { url } = await startPublishing({
    checkEditor: lakeEditors(remoteLake(served.url, { needsToken: false }), 0),
  })
  const { port } = new URL(url)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
    expect(await ask(`${url}/api/releases`, { host, origin: `http://${host}` })).toEqual([200, ''])
  for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`])
    expect(await ask(`${url}/api/releases/x/switch`, { host, origin: `http://${host}` }, 'POST')).toEqual([
      403,
      expect.stringMatching(/evil\.example/u),
    ])
})

test.each([
  ['answers well', '/sign-in'],
  ['is led to', ''],
])(
  'a page that signs people in and %s in the place of the content lake makes nobody an editor',
  async (_, at) => {
    const server = createServer(({ url }, response) => {
      if (url?.startsWith('/sign-in') === true) response.end('<h1>Who are you?</h1>')
      else response.writeHead(302, { location: '/sign-in' }).end()
    })
    const lake = remoteLake(`${await listenHere(server)}${at}`, { needsToken: true })
    const asking = new Request('http://localhost/', { headers: { cookie: 'x=1' } })
    await expect(lakeEditors(lake, 0)(asking, 'submissions')).rejects.toThrow(/could not be asked/u)
  },
)

test('an editor whose session ended is asked to sign in, and never sees the lake’s internal name', async () => {
  const server = createServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ statusCode: 403, error: { description: 'Not at "inside.internal".' } }))
  })
  const lake = remoteLake(await listenHere(server), { needsToken: true })
  const asking = new Request('https://site.example/', { headers: { cookie: 'person_session=ended' } })
  const answer = await lake.fetch(asking, { forwarded: false, address: '127.0.0.1' })
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('access token')])
})
