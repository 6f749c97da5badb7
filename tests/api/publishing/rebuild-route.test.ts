import { encodeSignatureHeader } from '@sanity/webhook'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rebuildRoutes } from '../../../api/publishing/rebuild-route.ts'
import { rebuildWebhook } from '../../../api/publishing/webhook.ts'
import { root } from '../../support/lake.ts'
import { SECRET, edit, hookOf, startPublishing, type Call } from '../support/publishing.ts'

const MINUTE = 60_000

/** A genuine call with something changed that its signature covers, signed anew. */
async function signed(body: string, headers: Record<string, string | undefined> = {}): Promise<Call> {
  const genuine = await hookOf('home', 'r1')
  const signature = await encodeSignatureHeader(body, Date.now(), SECRET)
  return { body, headers: { ...genuine.headers, 'sanity-webhook-signature': signature, ...headers } }
}

async function without(name: string): Promise<Call> {
  const genuine = await hookOf('home', 'r1')
  return { ...genuine, headers: { ...genuine.headers, [name]: undefined } }
}

const cases: [string, () => Promise<Call>, number, RegExp][] = [
  ['no signature', () => without('sanity-webhook-signature'), 401, /give the webhook a secret/u],
  [
    'a signature in another form',
    async () => signed('{}', { 'sanity-webhook-signature': 'v1=abc' }),
    400,
    /can’t be read/u,
  ],
  [
    'a signature of another secret',
    async () => {
      const genuine = await hookOf('home', 'r1')
      const forged = await encodeSignatureHeader(genuine.body, Date.now(), 'guessed')
      return { ...genuine, headers: { ...genuine.headers, 'sanity-webhook-signature': forged } }
    },
    401,
    /not that of this body/u,
  ],
  [
    'another body than was signed',
    async () => ({ ...(await hookOf('home', 'r1')), body: (await hookOf('about', 'r1')).body }),
    401,
    /not that of this body/u,
  ],
  [
    'one byte more than was signed',
    async () => {
      const genuine = await hookOf('home', 'r1')
      return { ...genuine, body: `${genuine.body} ` }
    },
    401,
    /not that of this body/u,
  ],
  [
    'a call of six minutes ago',
    () => hookOf('home', 'r1', { signedAt: Date.now() - 6 * MINUTE }),
    401,
    /old/u,
  ],
  [
    'a call of six minutes ahead',
    () => hookOf('home', 'r1', { signedAt: Date.now() + 6 * MINUTE }),
    401,
    /clock/u,
  ],
  ['a body that is no JSON', () => signed('{"_id":'), 400, /projection/u],
  ['a body that is no object', () => signed('null'), 400, /projection/u],
  ['another projection', () => signed('{"title":"Home"}'), 400, /_rev/u],
  [
    'an id that is none',
    () => signed('{"_id":"../x","_type":"page","_rev":"r","_updatedAt":"2025-10-31T12:00:00Z"}'),
    400,
    /projection/u,
  ],
  [
    'a time that is none',
    () => signed('{"_id":"home","_type":"page","_rev":"r","_updatedAt":"soon"}'),
    400,
    /projection/u,
  ],
  ['no operation', () => without('sanity-operation'), 400, /sanity-operation/u],
  ['more than 256 kB', () => signed(JSON.stringify({ text: 'x'.repeat(256 * 1024) })), 413, /256 kB/u],
]

test.each(cases)('%s is refused in words and changes nothing', async (_, make, status, words) => {
  const { site, call, receipt, releases } = await startPublishing()
  site.content.set('home', { _rev: 'r1', at: '' })
  const answer = await call(await make())
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(((await answer.json()) as { detail: string }).detail).toMatch(words)
  expect(await receipt('home')).toBeNull()
  expect((await releases()).releases).toMatchObject([{ cause: 'build' }])
  expect(site.calls).toHaveLength(1)
})

test('a body without a length is counted as it arrives', async () => {
  const { url } = await startPublishing()
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const chunk = 'x'.repeat(64 * 1024)
  socket.write('POST /api/rebuild HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  for (let sent = 0; sent < 5; sent += 1) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /u)
})

test('another method, and a server without a secret, are told what to do', async () => {
  const { url } = await startPublishing()
  const get = await fetch(`${url}/api/rebuild`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  const bare = await startPublishing({ secret: undefined })
  const answer = await bare.call(await hookOf('home', 'r1'))
  expect(answer.status).toBe(503)
  expect(await answer.text()).toMatch(/Set REBUILD_WEBHOOK_SECRET/u)
})

test('a webhook signed four minutes ago, or ahead, is taken', async () => {
  const { site, call, becomes } = await startPublishing()
  for (const offset of [-4 * MINUTE, 4 * MINUTE]) {
    const { body, headers } = await edit(site, 'home', `r${offset}`)
    const signature = await encodeSignatureHeader(body, Date.now() + offset, SECRET)
    const answer = await call({ body, headers: { ...headers, 'sanity-webhook-signature': signature } })
    expect(answer.status).toBe(202)
    await becomes('home', 'live', `r${offset}`)
  }
})

test('the same body signed anew is another webhook, an identical request is not', async () => {
  const { site, call, becomes } = await startPublishing()
  const at = '2025-10-31T12:00:00.000Z'
  const signedAt = Date.now() - 1_000
  site.content.set('home', { _rev: 'before', at })
  const published = await hookOf('home', 'before', { at, signedAt })
  expect((await call(published)).status).toBe(202)
  await becomes('home', 'live', 'before')
  site.content.delete('home')
  const deleted = await hookOf('home', null, { at, signedAt: signedAt + 1_000 })
  expect(deleted.body).toBe(published.body)
  expect((await call(deleted)).status).toBe(202)
  const again = await call(deleted)
  expect([again.status, await again.json()]).toEqual([200, { status: 'done' }])
})

test('a deletion’s time lies between the last edit and its signature, whatever its header says', async () => {
  const { call, receipt } = await startPublishing()
  const signedAt = Date.now()
  const at = '2025-10-31T12:00:00.000Z'
  for (const [document, time, deletedAt] of [
    ['home', '2100-01-01T00:00:00Z', new Date(signedAt).toISOString()],
    ['about', '2000-01-01T00:00:00Z', at],
  ] as const) {
    const { body, headers } = await hookOf(document, null, { at, signedAt })
    await call({ body, headers: { ...headers, 'sanity-transaction-time': time } })
    expect((await receipt(document))?.publishedAt).toBe(deletedAt)
  }
})

test('a publish of settings is refused while the audit list can’t be written', async () => {
  const { service } = await startPublishing({ documentTypes: ['page', 'settings'] })
  const routes = rebuildRoutes(service, SECRET, {
    onAdministered: () => Promise.reject(new Error('The audit list is away.')),
  })
  const { body, headers } = await signed(
    '{"_id":"settings","_type":"settings","_rev":"r1","_updatedAt":"2025-10-31T12:00:00Z"}',
  )
  const given = new Headers()
  for (const [name, value] of Object.entries(headers ?? {})) if (value !== undefined) given.set(name, value)
  const answer = await routes.request('/rebuild', {
    method: 'POST',
    headers: given,
    ...(body !== undefined && { body }),
  })
  expect(answer.status).toBe(500)
})

test.each([
  ['a draft', '{"_id":"drafts.home","_type":"page","_rev":"r1","_updatedAt":"2025-10-31T12:00:00Z"}'],
  ['a version', '{"_id":"versions.x.home","_type":"page","_rev":"r1","_updatedAt":"2025-10-31T12:00:00Z"}'],
  [
    'another site’s document',
    '{"_id":"home","_type":"post","_rev":"r1","_updatedAt":"2025-10-31T12:00:00Z"}',
  ],
])('%s is nothing to publish', async (_, body) => {
  const { site, call, receipt } = await startPublishing()
  const answer = await call(await signed(body))
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ignored' }])
  expect(await receipt('home')).toBeNull()
  expect(site.calls).toHaveLength(1)
})

test('the deployment guide says what the local webhook is made of', () => {
  const guide = readFileSync(path.join(root, 'api/deploy/README.md'), 'utf8')
  expect(guide).toContain(`\`${rebuildWebhook.filter}\``)
  expect(guide).toContain(`\`${rebuildWebhook.projection}\``)
})
