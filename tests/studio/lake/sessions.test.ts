import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLake } from '../../../studio/lake/lake.ts'
import { openSessions } from '../../../studio/lake/sessions.ts'
import { openDatabase } from '../../../studio/lake/store/database.ts'
import { startLake, temporaryFolder } from './fixture.ts'

const TOKEN = 'a-token-that-nobody-guesses'

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ token: TOKEN })
  const done = await fetch(`${url}/v1/auth/login/token`, { method: 'POST', redirect: 'manual', body })
  return done.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  return (await fetch(`${url}/v1/users/me`, { headers: { cookie } })).ok
}

test('each sign-in is a session of its own, which lasts over a restart and ends at sign-out', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ token: TOKEN, dataDir })
  const cookies = [await signIn(first.url), await signIn(first.url)] as const
  expect(cookies[0]).not.toBe(cookies[1])
  await first.stop()

  const { url } = await startLake({ token: TOKEN, dataDir })
  expect(await isSignedIn(url, cookies[0])).toBe(true)
  const out = await fetch(`${url}/v1/auth/logout`, { method: 'POST', headers: { cookie: cookies[0] } })
  expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/Max-Age=0/)])
  expect(await isSignedIn(url, cookies[0])).toBe(false)
  expect(await isSignedIn(url, cookies[1])).toBe(true)
})

test('an editor ends all sessions, and a stranger none', async () => {
  const { url } = await startLake({ token: TOKEN })
  const cookies = [await signIn(url), await signIn(url)] as const
  const everywhere = `${url}/v1/auth/logout?all=true`
  expect((await fetch(everywhere, { method: 'POST' })).status).toBe(401)
  expect(await isSignedIn(url, cookies[1])).toBe(true)
  await fetch(everywhere, { method: 'POST', headers: { cookie: cookies[0] } })
  for (const cookie of cookies) expect(await isSignedIn(url, cookie)).toBe(false)
})

test('a listener hears nothing more once its session has ended', async () => {
  const { url, clientWith } = await startLake({ token: TOKEN })
  const cookie = await signIn(url)
  const response = await fetch(`${url}/v1/data/listen/production?query=*`, { headers: { cookie } })
  expect(response.status).toBe(200)
  const trusted = clientWith({ token: TOKEN })
  const heard: string[] = []
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.push(chunk)
  })()
  await trusted.patch('faq-two').set({ title: 'Heard' }).commit()
  await expect.poll(() => heard.join('')).toContain('Heard')
  await fetch(`${url}/v1/auth/logout`, { method: 'POST', headers: { cookie } })
  await trusted.patch('faq-two').set({ title: 'Unheard' }).commit()
  await reading
  expect(heard.join('')).not.toContain('Unheard')
})

test.for([
  ['data/mutate/production', { mutations: [{ create: { _id: 'late', _type: 'faq' } }] }],
  [
    'data/actions/production',
    {
      actions: [
        {
          actionType: 'sanity.action.document.create',
          publishedId: 'late',
          attributes: { _id: 'drafts.late', _type: 'faq' },
        },
      ],
    },
  ],
  ['assets/files/production', { late: true }],
] as const)('nothing is written by %s in a session that ended while it arrived', async ([path, content]) => {
  const lake = await openLake({ dataDir: temporaryFolder(), token: TOKEN })
  onTestFinished(() => lake.close())
  const ask = (target: string, more: RequestInit & { duplex?: string }) => {
    const request = new Request(`http://localhost/v2025-02-19/${target}`, { method: 'POST', ...more })
    return lake.fetch(request, { forwarded: false, address: '127.0.0.1' })
  }
  const done = await ask('auth/login/token', { body: new URLSearchParams({ token: TOKEN }) })
  const cookie = done.headers.get('set-cookie')?.split(';')[0] ?? ''
  const body = new ReadableStream<Uint8Array>(
    {
      // Read only once the sender was looked at.
      pull: async (sending) => {
        await ask('auth/logout', { headers: { cookie } })
        sending.enqueue(Buffer.from(JSON.stringify(content)))
        sending.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { cookie, 'content-type': 'application/json' }
  // Required by `Request` for a body that arrives in parts.
  expect((await ask(path, { headers, body, duplex: 'half' })).status).toBe(401)
  const all = 'data/query/production?perspective=raw&query=*'
  const found = await ask(all, { method: 'GET', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(await found.json()).toMatchObject({ result: [] })
})

test('another token ends all sessions', async () => {
  const dataDir = temporaryFolder()
  const first = await startLake({ token: TOKEN, dataDir })
  const cookie = await signIn(first.url)
  await first.stop()
  const { url } = await startLake({ token: `${TOKEN}-new`, dataDir })
  expect(await isSignedIn(url, cookie)).toBe(false)
})

test('neither the token nor what a browser holds is on disk', async () => {
  const { url, dataDir, stop } = await startLake({ token: TOKEN })
  const cookie = await signIn(url)
  expect(cookie).not.toContain(TOKEN)
  await stop()
  const bytes = readFileSync(join(dataDir, 'lake.db')).toString('latin1')
  expect(bytes).not.toContain(TOKEN)
  expect(bytes).not.toContain(cookie.split('=')[1])
})

test('a session ends after twelve hours, used or not', async () => {
  const { url } = await startLake({ token: TOKEN })
  const cookie = await signIn(url)
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(start + 11.9 * 60 * 60 * 1000)
  expect(await isSignedIn(url, cookie)).toBe(true)
  vi.setSystemTime(start + 12.1 * 60 * 60 * 1000)
  expect(await isSignedIn(url, cookie)).toBe(false)
})

test('of a thousand sessions and more, the oldest end; those over are forgotten', () => {
  const database = openDatabase(temporaryFolder(), 'lake.db')
  onTestFinished(() => database.close())
  const count = () => database.prepare('select count(*) as n from sessions').get()?.['n']
  const sessions = openSessions(database, TOKEN)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ids = Array.from({ length: 1010 }, () => {
    vi.setSystemTime(Date.now() + 1)
    return sessions.start()
  })
  expect(count()).toBe(1000)
  expect(sessions.isLive(ids[9] ?? '')).toBe(false)
  expect(sessions.isLive(ids[10] ?? '')).toBe(true)
  vi.setSystemTime(Date.now() + 13 * 60 * 60 * 1000)
  sessions.start()
  expect(count()).toBe(1)
})

test('a database that cannot be read knows nobody, and throws nothing', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table sessions (id text primary key, expires integer not null)')
  const sessions = openSessions(database, TOKEN)
  const id = sessions.start()
  database.exec('drop table sessions')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  expect(sessions.isLive(id)).toBe(false)
})
