import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../api/store/store.ts'
import type { Store } from '../../../api/store/store.ts'
import { at, contactPost, onceKey, waitlistPost } from '../support/posts.ts'
import { postgresFolder, startPostgres } from '../support/postgres.ts'
import type { Postgres } from '../support/postgres.ts'

const kinds = postgresFolder === undefined ? ['sqlite'] : ['sqlite', 'postgres']
if (postgresFolder === undefined)
  console.warn('Postgres is not installed: the store is tested on SQLite only.')

let postgres: Postgres | undefined
const opened: Store[] = []

beforeAll(async () => {
  if (postgresFolder !== undefined) postgres = await startPostgres()
})
afterAll(() => postgres?.stop())
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const by = { editor: 'Ada', reason: 'asked for' }
const page = { after: '', limit: 100 }
const everything = { now: at, leaseMs: 1_000, limit: 100, channels: ['mail' as const, 'crm' as const] }

describe.each(kinds)('on %s', (kind) => {
  /** Opens `count` stores on one new database, as as many processes would. */
  async function openAll(count: number): Promise<Store[]> {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'store-'))
    const databaseUrl = kind === 'postgres' ? await postgres?.newDatabase() : undefined
    const options = { dataDir, databaseUrl, synchronous: 'full' as const, onFault: () => undefined }
    const stores = Array.from({ length: count }, () => openStore(options))
    opened.push(...stores)
    return stores
  }

  async function open(): Promise<Store> {
    const [store] = await openAll(1)
    if (!store) throw new Error('There is no store.')
    return store
  }

  test('one entry per email, which a later and fuller post completes without blanking a field', async () => {
    const store = await open()
    await store.submit(waitlistPost({ company: 'CAL', role: 'CTO' }, { source: 'hero' }))
    await store.submit(waitlistPost({ firstName: 'Ada', role: 'CEO' }, { source: 'closing', at: at + 5 }))
    const entries = await store.call('waitlistPage', page)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      company: 'CAL',
      role: 'CEO',
      source: 'hero',
      createdAt: '2025-10-31T12:00:00.000Z',
      updatedAt: '2025-10-31T12:00:00.005Z',
    })
  })

  test('who asks for a demo goes on asking for it, and it is news to the people behind the site', async () => {
    const store = await open()
    const intents = async () => (await store.call('waitlistPage', page)).map(({ intent }) => intent)
    await store.submit(waitlistPost())
    expect(await intents()).toEqual(['waitlist'])
    const first = await store.call('claimDue', everything)
    await store.submit(waitlistPost({}, { intent: 'demo' }))
    await store.submit(waitlistPost({ company: 'CAL' }))
    expect(await intents()).toEqual(['demo'])
    const news = await store.call('claimDue', everything)
    expect([...first, ...news].map(({ revision }) => revision)).toEqual([1, 1, 3, 3])
    const both = [
      waitlistPost({ email: 'b@example.com' }, { intent: 'demo' }),
      waitlistPost({ email: 'b@example.com' }),
    ]
    await Promise.all(both.map((post) => store.submit(post)))
    expect(await intents()).toEqual(['demo', 'demo'])
  })

  test('posts that share a commit are merged in the order they came', async () => {
    const store = await open()
    const outcomes = await Promise.all([
      store.submit(waitlistPost({ email: 'first@example.com' })),
      store.submit(waitlistPost({ firstName: 'A', company: 'One' })),
      store.submit(waitlistPost({ firstName: 'B' })),
      store.submit(contactPost('n1')),
    ])
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'stored'])
    const entries = await store.call('waitlistPage', page)
    expect(entries.find(({ email }) => email === 'ada@example.com')).toMatchObject({
      firstName: 'B',
      company: 'One',
    })
    expect(await store.call('contactPage', page)).toHaveLength(1)
  })

  test('each entry has a delivery per channel, a changed one a next revision, an unchanged one none', async () => {
    const store = await open()
    await store.submit(waitlistPost())
    const first = await store.call('claimDue', everything)
    // What is due together is claimed in no order that is promised.
    expect(first.map(({ channel, revision }) => `${channel} ${revision}`).toSorted()).toEqual([
      'crm 1',
      'mail 1',
    ])
    const settled = first.map(({ entryId, channel, revision }) => {
      return { entryId, channel, revision, state: 'done' as const }
    })
    await store.call('settle', settled, at)

    await store.submit(waitlistPost())
    expect(await store.call('claimDue', everything)).toEqual([])
    await store.submit(waitlistPost({ company: 'CAL' }))
    const second = await store.call('claimDue', everything)
    expect(second.map(({ revision }) => revision)).toEqual([2, 2])
    await store.call('settle', settled, at)
    expect(await store.call('outboxStats')).toMatchObject([{ state: 'due' }, { state: 'due' }])
  })

  test('suspected spam is stored and held, until a person sends it on', async () => {
    const store = await open()
    await store.submit(contactPost('n1', { suspected: true }))
    expect(await store.call('claimDue', everything)).toEqual([])
    const [message] = await store.call('contactPage', page)
    expect(message?.suspected).toBe(true)
    expect(await store.call('redeliver', { entryId: message?.id }, at)).toBe(2)
    expect(await store.call('claimDue', everything)).toHaveLength(2)
  })

  test('what was given up is delivered again by channel, and what arrived only where it is named', async () => {
    const store = await open()
    await store.submit(contactPost('n1'))
    const [mail, crm] = (await store.call('claimDue', everything)).toSorted((a, b) =>
      a.channel < b.channel ? 1 : -1,
    )
    if (!mail || !crm) throw new Error('There are two channels.')
    await store.call(
      'settle',
      [
        { ...mail, state: 'done' },
        { ...crm, state: 'dead', error: 'HTTP 422' },
      ],
      at,
    )
    expect(await store.call('redeliver', { dead: true, channel: 'mail' }, at)).toBe(0)
    expect(await store.call('redeliver', { dead: true }, at)).toBe(1)
    expect(await store.call('claimDue', everything)).toMatchObject([{ channel: 'crm', attempt: 1 }])
    await store.call('settle', [{ ...crm, state: 'done' }], at)
    expect(await store.call('redeliver', { entryId: mail.entryId }, at)).toBe(0)
    const again = { entryId: mail.entryId, channel: 'mail', delivered: true } as const
    expect(await store.call('redeliver', again, at)).toBe(1)
    expect(await store.call('claimDue', everything)).toMatchObject([{ channel: 'mail' }])
  })

  test('an honest post clears the suspicion of an earlier one', async () => {
    const store = await open()
    await store.submit(waitlistPost({}, { suspected: true }))
    expect(await store.call('countEntries')).toEqual({ waitlist: 1, contact: 0, joined: 0 })
    await store.submit(waitlistPost())
    expect(await store.call('countEntries')).toEqual({ waitlist: 1, contact: 0, joined: 1 })
    expect(await store.call('claimDue', everything)).toHaveLength(2)
  })

  test('a repeat under the same key is the same post; other content under it is refused', async () => {
    const store = await open()
    const idempotency = onceKey('key-1', 'hash-1')
    const post = contactPost('n1', { idempotency })
    expect(await Promise.all([store.submit(post), store.submit(post)])).toEqual(['stored', 'stored'])
    expect(await store.submit(post)).toBe('stored')
    expect(await store.submit(contactPost('n2', { idempotency: onceKey('key-1', 'hash-2') }))).toBe(
      'key-reused',
    )
    expect(await store.call('contactPage', page)).toHaveLength(1)
    expect(await store.call('fingerprintOf', 'key-1')).toBe('hash-1')
  })

  test('a nonce is good for one message, also for two at the same moment', async () => {
    const store = await open()
    const outcomes = await Promise.all([store.submit(contactPost('n1')), store.submit(contactPost('n1'))])
    expect(outcomes).toEqual(['stored', 'token-spent'])
    expect(await store.submit(contactPost('n1'))).toBe('token-spent')
  })

  test('an erasure reaches entries, deliveries and keys', async () => {
    const store = await open()
    await store.submit(waitlistPost({}, { idempotency: onceKey('key-1', 'hash-1') }))
    await store.submit(contactPost('n1'))
    await store.submit(waitlistPost({ email: 'bob@example.com' }))
    expect(await store.call('erase', ' Ada@example.com', by, at)).toEqual({ waitlist: 1, contact: 1 })
    expect(await store.call('waitlistPage', page)).toMatchObject([{ email: 'bob@example.com' }])
    expect(await store.call('contactPage', page)).toEqual([])
    expect(await store.call('claimDue', everything)).toHaveLength(2)
    expect(await store.call('fingerprintOf', 'key-1')).toBe('')
  })

  test("a browser's late repeat can't undo an erasure, a form opened afterwards is welcome", async () => {
    const store = await open()
    const keyed = waitlistPost({}, { idempotency: onceKey('key-1', 'hash-1'), openedAt: at + 100 })
    await store.submit(keyed)
    await store.call('erase', 'ada@example.com', by, at + 50)
    expect(await store.submit(keyed)).toBe('stored')
    expect(await store.submit(waitlistPost({}, { openedAt: at }))).toBe('stored')
    expect(await store.submit(waitlistPost({}, { openedAt: undefined }))).toBe('stored')
    expect(await store.call('waitlistPage', page)).toEqual([])
    await store.submit(waitlistPost({}, { openedAt: at + 100 }))
    expect(await store.call('waitlistPage', page)).toHaveLength(1)
  })

  test('one bad post in a shared commit does not take the others along', async () => {
    const store = await open()
    const bad = contactPost('bad')
    // Nothing that the contract lets through breaks a row: each database has its own idea of a bad value.
    Object.assign(bad.message, { name: kind === 'postgres' ? 'a\0b' : { not: 'text' } })
    const outcomes = await Promise.all([
      store.submit(contactPost('n0')),
      store.submit(contactPost('n1')),
      store.submit(bad),
      store.submit(waitlistPost()),
    ])
    expect(outcomes).toEqual(['stored', 'stored', 'failed', 'stored'])
    expect(await store.call('contactPage', page)).toHaveLength(2)
  })

  test('a claim is for one taker until its lease ends, and a wrong clock delays nothing for good', async () => {
    const store = await open()
    await store.submit(contactPost('n1'))
    const yearMs = 365 * 24 * 3_600_000
    expect(await store.call('claimDue', everything)).toHaveLength(2)
    expect(await store.call('claimDue', everything)).toEqual([])
    expect(await store.call('claimDue', { ...everything, now: at + 1_000 })).toMatchObject([
      { attempt: 2 },
      { attempt: 2 },
    ])
    await store.submit(contactPost('n2', { at: at + yearMs }))
    await store.call('claimDue', { ...everything, now: at + yearMs })
    expect(await store.call('claimDue', { ...everything, now: at + 10_000 })).toHaveLength(4)
  })

  test('a digest is queued once for each day that had suspected spam', async () => {
    const store = await open()
    await store.submit(contactPost('n1', { suspected: true }))
    await store.submit(waitlistPost({}, { suspected: true }))
    const nextDay = at + 24 * 3_600_000
    await store.call('queueDigests', at)
    expect(await store.call('claimDue', everything)).toEqual([])
    await store.call('queueDigests', nextDay)
    await store.call('queueDigests', nextDay + 1)
    expect(await store.call('claimDue', { ...everything, now: nextDay })).toMatchObject([
      { kind: 'digest', day: '2025-10-31', waitlist: 1, contact: 1, channel: 'mail' },
    ])
  })

  test('several processes may open a new database at the same moment', async () => {
    const stores = await openAll(4)
    const outcomes = await Promise.all(stores.map((store, i) => store.submit(contactPost(`n${i}`))))
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'stored'])
    const secrets = await Promise.all(stores.map((store) => store.call('secret', 'bot-check-secret')))
    expect(new Set(secrets).size).toBe(1)
    expect(Buffer.from(secrets[0] ?? '', 'base64')).toHaveLength(32)
  })
})
