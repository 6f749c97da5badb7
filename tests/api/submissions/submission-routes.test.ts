import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { AuditLine } from '../../../api/contract/audit.ts'
import { databaseUrlOf, isOnPostgres } from '../support/database.ts'
import { serveInbox, TOKEN } from '../support/inbox.ts'

const COMMAND = path.join(import.meta.dirname, '../../../api/cli/submissions.ts')

const ENDPOINTS: [string, string, object?][] = [
  ['POST', '/submissions/search', {}],
  ['GET', '/submissions/news'],
  ['GET', '/submissions/counts'],
  [
    'POST',
    '/submissions/campaign',
    { windows: [{ page: '/', from: '2030-01-01T00:00:00Z', until: '2031-01-01T00:00:00Z' }] },
  ],
  ['POST', '/submissions/export', { format: 'csv' }],
  ['GET', '/submissions/ID'],
  ['POST', '/submissions/ID/redeliver', { channel: 'mail' }],
  ['PUT', '/submissions/ID/note', { text: 'Called' }],
  ['POST', '/submissions/ID/erase', { reason: 'asked' }],
  ['GET', '/audit'],
]

test('each endpoint answers editors, without being cached, and nobody else', async () => {
  const { url, send, onlyId, join } = await serveInbox({
    SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL: 'team@example.com',
  })
  await join('ada@example.com')
  const id = await onlyId()
  const authorization = `Bearer ${TOKEN}`
  for (const [method, target, body] of ENDPOINTS) {
    const address = target.replace('ID', id)
    const statusFor = async (headers: Record<string, string>) =>
      (await send(method, address, headers, body)).status
    expect(await statusFor({}), target).toBe(401)
    expect(await statusFor({ authorization, origin: 'https://evil.example' }), target).toBe(403)
    expect(await statusFor({ authorization, 'sec-fetch-site': 'cross-site' }), target).toBe(403)
    expect(await statusFor({ host: 'evil.example' }), target).toBe(403)
    const answered = await send(method, address, { authorization, origin: url }, body)
    expect([answered.status, answered.headers['cache-control']], target).toEqual([200, 'no-store'])
    expect((await send('DELETE', address, { authorization })).status).toBe(405)
  }
  // One after the other would have to wait.
  expect((await send('GET', '/audit', { authorization: 'Bearer wrong' })).status).toBe(401)
})

test('an erasure takes all of an address, and leaves one line that nobody can change', async () => {
  const { dataDir, join, write, search, answer, ask } = await serveInbox()
  await join('ada@example.com', { firstName: 'Adalind', company: 'Erasable' })
  await write('Ada@Example.com', 'An unforgettable question')
  await join('bob@example.com')
  const { submissions } = await search({ search: 'ada@example.com' })
  const id = submissions[0]?.id ?? ''
  await answer('PUT', `/submissions/${id}/note`, { text: 'An indelible note' })
  const erase = (reason: string) => ask('POST', `/submissions/${id}/erase`, { reason })
  for (const reason of ['', 'Asked for by Adalind', 'asked by ada@example.com', 'toString'])
    expect((await erase(reason)).status).toBe(400)

  const erased = await erase('asked')
  expect(JSON.parse(erased.text)).toEqual({ waitlist: 1, contact: 1 })
  expect((await search()).submissions).toMatchObject([{ email: 'bob@example.com' }])
  const gone = await ask('GET', `/submissions/${id}`)
  expect(gone.status).toBe(404)
  expect(JSON.parse(gone.text).detail).toBe('This submission is no longer here: somebody erased it.')
  expect(await answer<AuditLine[]>('GET', '/audit')).toMatchObject([
    {
      editor: 'Administrator (token)',
      action: 'erase',
      detail: '1 entry and 1 message',
      reason: 'Asked for by the person',
    },
  ])
  if (isOnPostgres) return
  for (const name of readdirSync(dataDir)) {
    const bytes = readFileSync(path.join(dataDir, name), 'latin1')
    expect(bytes, name).not.toMatch(/ada@example|Adalind|Erasable|unforgettable|indelible/iu)
  }
})

test('an export has every submission once, as the command writes it, and is written down', async () => {
  const { dataDir, join, write, ask, answer } = await serveInbox()
  await join('ada@example.com', { company: '=1+1' }, '?from=hero')
  await write('bob@example.com', 'Hello')
  const csv = await ask('POST', '/submissions/export', { format: 'csv' })
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="submissions-[\d-]+\.csv"$/u)
  expect(csv.text).toMatch(/^\uFEFF"form","id",.*\r\n"waitlist",.*"'=1\+1".*\r\n"contact",.*"Hello",""\r\n$/u)
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrlOf(dataDir) ?? '' }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'export'], { env })
  expect(csv.text).toBe(stdout)
  const json = await ask('POST', '/submissions/export', { format: 'json' })
  expect(JSON.parse(json.text)).toMatchObject({
    waitlist: [{ email: 'ada@example.com' }],
    contact: [{ email: 'bob@example.com' }],
  })
  expect((await ask('POST', '/submissions/export', { format: 'xml' })).status).toBe(400)
  expect(await answer<AuditLine[]>('GET', '/audit')).toMatchObject([
    { action: 'export', detail: '2 submissions as JSON' },
    { action: 'export', detail: '2 submissions as CSV' },
  ])
})

test('an invalid body is refused with an explanation', async () => {
  const { ask, send } = await serveInbox()
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await send('POST', '/submissions/search', headers)).status).toBe(400)
  const wrong = await ask('POST', '/submissions/search', { source: 'elsewhere', after: "' or 1=1" })
  expect(JSON.parse(wrong.text)).toMatchObject({ errors: [{ field: 'source' }, { field: 'after' }] })
  expect((await ask('POST', '/submissions/search', { search: 'x'.repeat(20_000) })).status).toBe(400)
  for (const asked of [{ search: 'a\0' }, { page: '/\0' }])
    expect((await ask('POST', '/submissions/search', asked)).status).toBe(400)
  for (const target of ['/submissions/%00', '/submissions/news?seen=%00'])
    expect((await ask('GET', target)).status, target).toBe(404)
})
