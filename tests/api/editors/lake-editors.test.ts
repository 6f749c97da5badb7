import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lakeEditors } from '../../../api/editors/lake-editors.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { root } from '../../support/lake.ts'
import { ask } from '../support/ask.ts'
import { startPublishing } from '../support/publishing.ts'

const TOKEN = 'a token of sixteen and more'

/** Publishing whose editors are those of a local lake. */
async function startLocal(token?: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lake-'))
  const lake = await openLake({ dataDir, seedDir: path.join(root, 'studio/seed'), token })
  onTestFinished(() => lake.close())
  const published = await startPublishing({ checkEditor: lakeEditors(lake, 0) })
  async function signIn(): Promise<string> {
    const body = new URLSearchParams({ token: token ?? '' })
    const asking = new Request('http://127.0.0.1/v1/auth/login/token', { method: 'POST', body })
    return (await lake.fetch(asking)).headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  return { ...published, signIn }
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
  const { url, signIn } = await startLocal(TOKEN)
  const address = `${url}/api/releases`
  expect(await ask(address, {})).toEqual([401, expect.stringMatching(/access token/u)])
  expect(await ask(address, { authorization: 'Bearer guessed' })).toEqual([401, expect.any(String)])
  expect(await ask(address, { authorization: `Bearer ${TOKEN}` })).toEqual([200, ''])
  expect(await ask(address, { cookie: `lake_token=${encodeURIComponent(TOKEN)}` })).toEqual([
    401,
    expect.any(String),
  ])
  expect(await ask(address, { cookie: await signIn() })).toEqual([200, ''])
  expect(await ask(address, { cookie: 'lake_session=%zz' })).toEqual([401, expect.any(String)])
})

test('a forwarded request is an editor’s only with a token or session', async () => {
  const { url } = await startLocal()
  const headers = { 'x-forwarded-for': '8.8.8.8' }
  const barred = [403, expect.stringMatching(/LAKE_TOKEN/u)]
  expect(await ask(`${url}/api/releases`, headers)).toEqual(barred)
  expect(await ask(`${url}/api/publishes/home`, headers)).toEqual(barred)
  expect(await ask(`${url}/api/releases/x/switch`, headers, 'POST')).toEqual(barred)
  const guarded = await startLocal(TOKEN)
  const address = `${guarded.url}/api/releases`
  expect(await ask(address, headers)).toEqual([401, expect.any(String)])
  expect(await ask(address, { ...headers, cookie: await guarded.signIn() })).toEqual([200, ''])
})

test('wrong tokens are slowed down here, too', async () => {
  const { url } = await startLocal(TOKEN)
  const headers = { authorization: 'Bearer guessed', 'x-forwarded-for': '8.8.8.8' }
  const answers: unknown[] = []
  for (let tries = 0; tries < 6; tries += 1) answers.push((await ask(`${url}/api/releases`, headers))[0])
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
})

test.each([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never answers', () => new Promise<never>(() => undefined)],
  ['answers nonsense', () => Promise.resolve(new Response('x', { status: 500 }))],
])('a lake that %s is a 503 with a sentence', async (_, fetchLake) => {
  const check = lakeEditors({ fetch: fetchLake }, 0, 50)
  await expect(check(new Request('http://127.0.0.1/api/releases'), 'see')).rejects.toMatchObject({
    problem: { status: 503, detail: expect.stringMatching(/Try again/u) },
  })
})

test('somebody without a role in the lake is an editor, not an administrator', async () => {
  const check = lakeEditors({ fetch: () => Promise.resolve(Response.json({ id: 'ada', name: 'Ada' })) }, 0)
  const asking = new Request('http://127.0.0.1/api/releases')
  expect(await check(asking, 'submissions')).toEqual({ name: 'Ada', role: 'editor' })
  await expect(check(asking, 'administer')).rejects.toMatchObject({ problem: { status: 403 } })
})
