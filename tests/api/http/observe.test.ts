import { afterEach, expect, test, vi } from 'vitest'
import { listen, toListener, type Listening } from '../../../api/http/http-server.ts'
import { observe, reportAnswered, type Answered } from '../../../api/http/observe.ts'

let server: Listening | undefined
afterEach(() => server?.drain(0))

/** A server whose every answer says what was asked for, and what is told of its requests. */
async function observed(): Promise<{ url: string; heard: Answered[] }> {
  const heard: Answered[] = []
  const app = toListener(({ headers, url }: Request) => {
    const type = headers.get('accept') ?? 'text/plain'
    const status = url.endsWith('/refused') ? 403 : 200
    return new Response('data: 1\n\n', { status, headers: { 'content-type': type } })
  })
  const listener = observe(app, (answered) => heard.push(answered))
  server = await listen(listener, { port: 0, host: '127.0.0.1', headers: new Map() })
  return { url: server.url, heard }
}

test('a stream stays open as long as its reader wants, and is in no duration metric', async () => {
  const { url, heard } = await observed()
  for (const accept of ['text/event-stream', 'text/html'])
    await (await fetch(`${url}/preview/x/-/events`, { headers: { accept } })).text()
  await vi.waitFor(() => expect(heard).toMatchObject([{ isStream: true }, { isStream: false }]))
  const request = vi.fn<(route: string, status: number, seconds: number) => void>()
  const report = reportAnswered({ metrics: { request }, log: { info: () => undefined }, all: true })
  for (const answered of heard) report(answered)
  expect(request.mock.calls).toEqual([['preview', 200, heard[1]?.seconds]])
})

test.each(['/', '/api/waitlist', '/preview/x/refused'])(
  'who asks for a stream at %s, where none is given, is counted as others are',
  async (path) => {
    const { url, heard } = await observed()
    await (await fetch(url + path, { headers: { accept: 'text/event-stream' } })).text()
    await vi.waitFor(() => expect(heard).toMatchObject([{ isStream: false }]))
  },
)

test.each([
  ['/', 'page'],
  ['/a/b', 'page'],
  ['/a/b.css', 'asset'],
  ['/assets/x', 'asset'],
  ['/api', 'other'],
  ['/api/waitlist', 'form'],
  ['/api/waitlist/count', 'form'],
  ['/api/people/1/role', 'people'],
  ['/api/audit', 'people'],
  ['/api/sign-in/link', 'people'],
  ['/api/comments/mentions', 'people'],
  ['/api/constructor', 'other'],
  ['/studio', 'studio'],
  ['/studio/structure', 'studio'],
  ['/preview/x/about', 'preview'],
  ['/v1/data/query/production?query=*', 'content'],
])('%s belongs to the group %s', async (path, route) => {
  const { url, heard } = await observed()
  await (await fetch(url + path)).text()
  await vi.waitFor(() => expect(heard).toMatchObject([{ route }]))
})
