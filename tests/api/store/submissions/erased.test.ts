import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '../../../../api/contract/time.ts'
import { SUBMISSIONS } from '../../../../api/store/copy-submissions.ts'
import { openStore } from '../../../../api/store/store.ts'
import { postgresFolder } from '../../support/postgres.ts'
import { at, contactPost, onceKey, waitlistPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'
import { newSharedStore, withPostgres } from '../../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

const by = { editor: 'Ada', reason: 'asked' }

test('erased data leaves the write-ahead log once no reader needs the old state', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'erased-'))
  const store = openStore({ dataDir, databaseUrl: undefined, synchronous: 'full', onFault: () => undefined })
  onTestFinished(() => store.close())
  const email = 'somebody@example.com'
  await store.submit(waitlistPost({ email }))
  const log = () => readFileSync(path.join(dataDir, 'submissions.sqlite-wal'), 'latin1')
  expect(log()).toContain(email)

  const reader = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  reader.exec('begin; select * from waitlist')
  reader.prepare('select * from waitlist').all()
  await store.call('erase', email, by, at)
  expect(log()).toContain(email)
  reader.close()
  await store.call('ping', at)
  expect(log()).not.toContain(email)
})

test('an erased person leaves the write-ahead log as well', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'erased-'))
  const store = openStore({ dataDir, databaseUrl: undefined, synchronous: 'full', onFault: () => undefined })
  onTestFinished(() => store.close())
  const { call } = store
  const log = () => readFileSync(path.join(dataDir, 'submissions.sqlite-wal'), 'latin1')
  const invitation = { name: 'Ada', email: 'ada@example.com', role: 'editor' } as const
  const id = (await call('invite', invitation, 'Root', at))?.id ?? ''
  expect(log()).toContain(invitation.email)
  await call('changeAccess', { id, access: 'none' }, 'Root', at)
  expect(await call('erasePerson', id, 'Root', at)).toBe(true)
  expect(log()).not.toContain(invitation.email)
})

test('an address is erased as its person writes it, or as it was copied', async () => {
  const store = newStore()
  onTestFinished(() => store.close())
  await store.submit(waitlistPost({ email: 'info@müller.de' }))
  expect(await store.call('erase', ' Info@Müller.de', by, at)).toEqual({ waitlist: 1, contact: 0 })
  await store.submit(waitlistPost({ email: 'info@example.com' }))
  expect(await store.call('erase', '\u202Ainfo@exam\u00ADple.com\u202C', by, at)).toEqual({
    waitlist: 1,
    contact: 0,
  })
})

test('an erased address stays out for a month, as long as a browser may resend it', async () => {
  const store = newStore()
  onTestFinished(() => store.close())
  const send = async (nonce: string) => {
    const idempotency = onceKey('contact:key', 'hash')
    expect(await store.submit(contactPost(nonce, { idempotency }))).toBe('stored')
    expect(await store.submit(waitlistPost())).toBe('stored')
    const { waitlist, contact } = await store.call('submissionTotals')
    return { waitlist, contact }
  }
  await send('one')
  await store.call('erase', 'ada@example.com', by, at)
  await store.call('forget', at + 29 * DAY_MS)
  expect(await send('two')).toEqual({ waitlist: 0, contact: 0 })
  await store.call('forget', at + 31 * DAY_MS)
  expect(await send('three')).toEqual({ waitlist: 1, contact: 1 })
})

test('nothing is left of an address that wrote more often than a statement takes values', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'erased-'))
  const store = newStore(dataDir)
  onTestFinished(() => store.close())
  await Promise.all(Array.from({ length: 1_001 }, (_, i) => store.submit(contactPost(`n${i}`))))
  const file = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  onTestFinished(() => file.close())
  file.exec("insert into notes (entry_id, text, editor, written_at) select id, 'Just so', '', 1 from contact")
  expect(await store.call('erase', 'ada@example.com', by, at)).toEqual({ waitlist: 0, contact: 1_001 })
  for (const rows of ['notes', 'outbox', "once where entry_id <> ''"])
    expect(file.prepare(`select * from ${rows}`).all(), rows).toEqual([])
})

describe.skipIf(postgresFolder === undefined)('a note and an erasure at once (needs Postgres)', () => {
  const postgres = withPostgres()

  /** A store with one message, and a connection of another node. */
  async function open() {
    const { store, client } = await newSharedStore(postgres())
    await store.submit(contactPost('token'))
    const [message] = await store.call('contactPage', { after: '', limit: 1 })
    const isWaiting = () =>
      vi.waitFor(async () => {
        const { rows } = await client.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
        expect(rows).toHaveLength(1)
      }, 30_000)
    const notes = async () => (await client.query('select * from notes')).rows
    return { store, client, isWaiting, notes, id: message?.id ?? '', email: message?.email ?? '' }
  }

  test('a note that comes while its submission is erased is refused', async () => {
    const { store, client, isWaiting, notes, id } = await open()
    await client.query('begin')
    await client.query('delete from contact')
    const written = store.call('writeNote', { submissionId: id, text: 'Late', editor: 'Ada' }, at)
    await isWaiting()
    await client.query('commit')
    expect(await written).toBe('absent')
    expect(await notes()).toEqual([])
  })

  test('an erasure that comes while a note is written takes it along', async () => {
    const { store, client, isWaiting, notes, id, email } = await open()
    await client.query('begin')
    await client.query('select id from contact for share')
    await client.query(
      "insert into notes (entry_id, text, editor, written_at) values ($1, 'Just so', '', 1)",
      [id],
    )
    const erased = store.call('erase', email, { editor: 'Ada', reason: 'asked for' }, at)
    await isWaiting()
    await client.query('commit')
    expect(await erased).toEqual({ waitlist: 0, contact: 1 })
    expect(await notes()).toEqual([])
  })
})

test('no table keeps an erased address but that of people', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'erased-'))
  const store = newStore(dataDir)
  onTestFinished(() => store.close())
  await store.call('ping', at)
  const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  onTestFinished(() => database.close())
  const email = 'somebody@example.com'
  const holders: string[] = []
  for (const table of Object.keys(SUBMISSIONS)) {
    const columns = database.prepare('select name, type from pragma_table_info(?)').all(table)
    if (!columns.some(({ name }) => name === 'email')) continue
    holders.push(table)
    const values = columns.map(({ name, type }) => {
      if (name === 'email') return email
      return type === 'text' ? 'x' : 1
    })
    database.prepare(`insert into ${table} values (${values.map(() => '?').join()})`).run(...values)
  }
  await store.call('erase', email, by, at)
  const keeping = holders.filter((table) =>
    database.prepare(`select email from ${table} where email = ?`).get(email),
  )
  expect(keeping, 'what else holds an address of a visitor? Let erase in erased.ts delete it').toEqual([
    'people',
  ])
})
