import { mkdtempSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hostedEditors, lakeEditors } from '../../api/services/editors.ts'
import { openLake } from '../../studio/lake/lake.ts'
import { root } from '../support/lake.ts'
import { startPublishing } from './support/publishing.ts'

const TOKEN = 'a token of sixteen and more'

/** The pipeline whose editors are those of a local lake. */
async function startLocal(token?: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lake-'))
  const lake = await openLake({ dataDir, seedDir: path.join(root, 'studio/seed'), token })
  onTestFinished(() => lake.close())
  return startPublishing({ checkEditor: lakeEditors(lake) })
}

/** The answer's status and sentence; `fetch` would not send every header. */
async function ask(url: string, headers: Record<string, string>, method = 'GET') {
  const sent = request(url, { headers, method }).end()
  const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & { statusCode?: number }]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, (JSON.parse(text) as { detail?: string }).detail ?? '']
}

test('locally, the own origin alone is served', async () => {
  const { url } = await startLocal()
  const { host } = new URL(url)
  for (const address of [`${url}/api/releases`, `${url}/api/publishes/home`]) {
    expect(await ask(address, { host, origin: url })).toEqual([200, ''])
    expect(await ask(address, { host })).toEqual([200, ''])
    expect(await ask(address, { host, origin: 'https://evil.example' })).toEqual([
      403,
      expect.stringMatching(/own origin only/u),
    ])
    expect(await ask(address, { host: 'evil.example' })).toEqual([
      403,
      expect.stringMatching(/evil\.example/u),
    ])
    expect(await ask(address, { host, 'sec-fetch-site': 'cross-site' })).toEqual([
      403,
      expect.stringMatching(/other sites/u),
    ])
  }
  const change = `${url}/api/releases/x/switch`
  expect(await ask(change, { host, origin: 'https://evil.example' }, 'POST')).toEqual([
    403,
    expect.any(String),
  ])
  expect(await ask(change, { host, origin: url }, 'POST')).toEqual([409, expect.any(String)])
})

test('with a lake token, only its bearer or its cookie is served', async () => {
  const { url } = await startLocal(TOKEN)
  const address = `${url}/api/releases`
  expect(await ask(address, {})).toEqual([401, expect.stringMatching(/access token/u)])
  expect(await ask(address, { authorization: 'Bearer guessed' })).toEqual([401, expect.any(String)])
  expect(await ask(address, { authorization: `Bearer ${TOKEN}` })).toEqual([200, ''])
  expect(await ask(address, { cookie: `lake_token=${encodeURIComponent(TOKEN)}` })).toEqual([200, ''])
})

/** Stands for Sanity's API: one project, and who its tokens belong to. */
async function startSanity() {
  const state = { status: 200, members: [{ id: 'ada', roles: [{ name: 'editor' }] }] as unknown[] }
  const asked: [string | undefined, IncomingHttpHeaders['authorization']][] = []
  const users: Record<string, string> = { 'Bearer of-ada': 'ada', 'Bearer of-bob': 'bob' }
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization])
    const id = users[headers.authorization ?? '']
    const status = id === undefined ? 401 : state.status
    const body = url === '/v1/users/me' ? { id } : { id: 'p1', members: state.members }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const address = server.address()
  const apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { url } = await startPublishing({ checkEditor: hostedEditors('p1', apiUrl) })
  return { url, state, asked, server }
}

test('on a hosted project, Sanity says who is a member', async () => {
  const { url, asked, state } = await startSanity()
  const address = `${url}/api/releases`
  expect(await ask(address, {})).toEqual([401, expect.stringMatching(/Sign in/u)])
  expect(asked).toEqual([])
  expect(await ask(address, { authorization: 'Bearer unknown' })).toEqual([401, expect.any(String)])
  expect(await ask(address, { authorization: 'Bearer of-bob' })).toEqual([
    401,
    expect.stringMatching(/member of the project/u),
  ])
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([200, ''])
  const count = asked.length
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([200, ''])
  expect(asked).toHaveLength(count)
  state.members = []
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await ask(address, { authorization: 'Bearer of-ada' })).toEqual([401, expect.any(String)])
})

test('a viewer sees releases and changes none', async () => {
  const { url, state } = await startSanity()
  state.members = [{ id: 'ada', roles: [{ name: 'viewer' }] }]
  const headers = { authorization: 'Bearer of-ada' }
  expect(await ask(`${url}/api/releases`, headers)).toEqual([200, ''])
  expect(await ask(`${url}/api/releases/x/switch`, headers, 'POST')).toEqual([
    403,
    expect.stringMatching(/Ask an editor/u),
  ])
})

test('while Sanity does not answer, nothing is shown, and a failure is not remembered', async () => {
  const { url, state } = await startSanity()
  const headers = { authorization: 'Bearer of-ada' }
  state.status = 500
  expect(await ask(`${url}/api/releases`, headers)).toEqual([
    503,
    expect.stringMatching(/could not be asked/u),
  ])
  state.status = 200
  expect(await ask(`${url}/api/releases`, headers)).toEqual([200, ''])
})
