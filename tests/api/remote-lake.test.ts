import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { lakeEditors, remoteLake } from '../../api/editors.ts'

test.each([
  ['answers well', '/sign-in'],
  ['is led to', ''],
])(
  'a page that signs people in and %s in the place of the content lake makes nobody an editor',
  async (_, at) => {
    const server = createServer(({ url }, response) => {
      if (url?.startsWith('/sign-in') === true) response.end('<h1>Who are you?</h1>')
      else response.writeHead(302, { location: '/sign-in' }).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const lake = remoteLake(`http://127.0.0.1:${port}${at}`, true)
    const asking = new Request('http://localhost/', { headers: { cookie: 'x=1' } })
    await expect(lakeEditors(lake, 0)(asking, 'submissions')).rejects.toThrow(/could not be asked/u)
  },
)

test('whose session has ended signs in again, and learns nothing of the name that the lake has inside', async () => {
  const server = createServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ statusCode: 403, error: { description: 'Not at "inside.internal".' } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lake = remoteLake(`http://127.0.0.1:${port}`, true)
  const asking = new Request('https://site.example/', { headers: { cookie: 'person_session=ended' } })
  const answer = await lake.fetch(asking, { forwarded: false, address: '127.0.0.1' })
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('access token')])
})
