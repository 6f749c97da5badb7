import { describe, expect, test } from 'vitest'
import { at, contactPost, onceKey, waitlistPost } from '../support/posts.ts'
import { everything, kinds, page, storesOn } from '../support/store-kinds.ts'

const by = { editor: 'Ada', reason: 'asked for' }

const honest = (email: string) => waitlistPost({ email, firstName: 'Ada', role: 'CTO' })
const robot = (email: string) =>
  waitlistPost({ email, firstName: 'PILLS', role: 'PILLS', company: 'CAL' }, { suspected: true })

describe.each(kinds)('on %s', (kind) => {
  const { open, openAll } = storesOn(kind)

  test('one entry per email, which a later and fuller post completes without blanking a field', async () => {
    const store = await open()
    await store.submit(waitlistPost({ company: 'CAL', role: 'CTO' }, { source: 'hero', page: '/' }))
    const later = { source: 'closing', page: '/platform', at: at + 5 } as const
    await store.submit(waitlistPost({ firstName: 'Ada', role: 'CEO' }, later))
    const entries = await store.call('waitlistPage', page)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      company: 'CAL',
      role: 'CEO',
      source: 'hero',
      page: '/',
      createdAt: '2025-10-31T12:00:00.000Z',
      updatedAt: '2025-10-31T12:00:00.005Z',
    })
  })

  test('a demo that was asked for stays asked for, and is news to the people behind the site', async () => {
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
    // The first is written at once, and those that come meanwhile share a commit.
    const together = [
      waitlistPost({ email: 'b@example.com' }),
      waitlistPost({ email: 'c@example.com' }, { intent: 'demo' }),
      waitlistPost({ email: 'c@example.com' }),
    ]
    await Promise.all(together.map((post) => store.submit(post)))
    expect(await intents()).toEqual(['demo', 'waitlist', 'demo'])
  })

  test('posts that share a commit are merged in the order they came', async () => {
    const store = await open()
    const outcomes = await Promise.all([
      store.submit(waitlistPost({ email: 'first@example.com' })),
      store.submit(waitlistPost({ firstName: 'A', company: 'One' })),
      store.submit(waitlistPost({ firstName: 'B' }, { source: 'hero', page: '/' })),
      store.submit(waitlistPost({}, { source: 'closing', page: '/platform', suspected: true })),
      store.submit(contactPost('n1')),
    ])
    expect(new Set(outcomes)).toEqual(new Set(['stored']))
    const entries = await store.call('waitlistPage', page)
    expect(entries.find(({ email }) => email === 'ada@example.com')).toMatchObject({
      firstName: 'B',
      company: 'One',
      source: 'hero',
      page: '/',
      suspected: false,
    })
    expect(await store.call('contactPage', page)).toHaveLength(1)
  })

  test('a suspected post adds to an honest entry and replaces none of its answers', async () => {
    const store = await open()
    await store.submit(honest('a@example.com'))
    await store.submit(robot('a@example.com'))
    // The first is written at once, and those that come meanwhile share a commit.
    const together = [
      waitlistPost({ email: 'c@example.com' }),
      honest('b@example.com'),
      robot('b@example.com'),
    ]
    await Promise.all(together.map((post) => store.submit(post)))
    const entries = await store.call('waitlistPage', page)
    const kept = { firstName: 'Ada', role: 'CTO', company: 'CAL', suspected: false }
    for (const email of ['a@example.com', 'b@example.com'])
      expect(entries.find((entry) => entry.email === email)).toMatchObject(kept)
    await store.call('claimDue', everything)
    await store.submit(robot('a@example.com'))
    expect(await store.call('claimDue', everything)).toEqual([])
  })

  test('an honest post clears the suspicion of an earlier one', async () => {
    const store = await open()
    await store.submit(waitlistPost({}, { suspected: true }))
    expect(await store.call('submissionTotals')).toEqual({ waitlist: 1, contact: 0, joined: 0 })
    await store.submit(waitlistPost())
    expect(await store.call('submissionTotals')).toEqual({ waitlist: 1, contact: 0, joined: 1 })
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

  test('an erasure reaches submissions, deliveries and keys', async () => {
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

  test('several processes may open a new database at the same moment', async () => {
    const stores = await openAll(4)
    const outcomes = await Promise.all(stores.map((store, i) => store.submit(contactPost(`n${i}`))))
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'stored'])
    const secrets = await Promise.all(stores.map((store) => store.call('secret', 'bot-check-secret')))
    expect(new Set(secrets).size).toBe(1)
    expect(Buffer.from(secrets[0] ?? '', 'base64')).toHaveLength(32)
  })
})
