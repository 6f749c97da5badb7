import { describe, expect, test, vi } from 'vitest'
import { readOutbox } from '../../../web/forms/outbox-storage.ts'
import { deliver, sendQueued } from '../../../web/forms/outbox.ts'
import {
  answer,
  entry,
  fetch,
  HERO,
  OPENED,
  posts,
  standInForBrowser,
  START,
  storage,
  unreachable,
  untilAborted,
  windowEvents,
} from './outbox-fixture.ts'

const DAY = 24 * 60 * 60 * 1000
const CLOSING = { source: 'closing', intent: 'demo' } as const
standInForBrowser()

describe('deliver', () => {
  test('posts the six fields, where they were asked, and how old the form is', async () => {
    fetch.mockImplementation(answer(201))
    expect(await deliver(entry({ firstName: 'Dana' }), HERO, OPENED)).toBe(true)
    expect(posts()).toEqual([
      {
        url: '/api/waitlist?from=hero',
        // Keys sort as they come.
        key: expect.stringMatching(new RegExp(`^0${START.toString(16)}[\\da-f]{24}$`, 'u')),
        age: '5000',
        body: entry({ firstName: 'Dana' }),
        keepalive: true,
      },
    ])
    expect(readOutbox()).toEqual([])
  })

  test('the entry is stored before it is sent', async () => {
    let waiting = 0
    fetch.mockImplementation(() => {
      waiting = readOutbox().length
      return answer(201)()
    })
    await deliver(entry(), HERO, OPENED)
    expect(waiting).toBe(1)
  })

  test.each([
    ['a lost network', unreachable],
    ['429', answer(429)],
    ['500', answer(500)],
    ['503', answer(503)],
  ])('keeps the entry after %s', async (_name, response) => {
    fetch.mockImplementation(response)
    expect(await deliver(entry(), HERO, OPENED)).toBe(false)
    expect(readOutbox()).toHaveLength(1)
  })

  test.each([400, 409, 413, 422])('drops the entry after %i', async (status) => {
    fetch.mockImplementation(answer(status))
    expect(await deliver(entry(), HERO, OPENED)).toBe(false)
    expect(readOutbox()).toEqual([])
  })

  test('every try carries the same key', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry(), HERO, OPENED)
    await deliver(entry(), HERO, OPENED)
    fetch.mockImplementation(answer(200))
    await sendQueued()
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1)
    expect(readOutbox()).toEqual([])
  })

  test('is not sent twice at once', async () => {
    fetch.mockImplementation(answer(200))
    await Promise.all([deliver(entry(), HERO, OPENED), deliver(entry(), HERO, OPENED), sendQueued()])
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('a later entry completes a waiting one, blanks nothing and is a post of its own', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry({ firstName: 'Dana', company: 'Acme' }), HERO, OPENED)
    await deliver(entry({ company: 'Acme Ltd', role: 'CFO' }), CLOSING, OPENED)
    expect(readOutbox().map((item) => item.entry)).toEqual([
      entry({ firstName: 'Dana', company: 'Acme Ltd', role: 'CFO' }),
    ])
    const [first, second] = posts()
    expect(second?.key).not.toBe(first?.key)
  })

  test('a demo that was asked for stays asked for, and is a post of its own', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry(), HERO, OPENED)
    await deliver(entry(), CLOSING, OPENED)
    await deliver(entry({ role: 'CFO' }), HERO, OPENED)
    expect(posts().map(({ url }) => url)).toEqual([
      '/api/waitlist?from=hero',
      '/api/waitlist?from=closing&for=demo',
      '/api/waitlist?from=hero&for=demo',
    ])
    expect(new Set(posts().map(({ key }) => key)).size).toBe(3)
  })

  test('says nothing of the form’s age where the clock was set back meanwhile', async () => {
    fetch.mockImplementation(answer(201))
    await deliver(entry(), HERO, START + 60_000)
    expect(posts()).toMatchObject([{ age: null }])
  })

  test('an entry queued before demos existed is sent as it was', async () => {
    fetch.mockImplementation(answer(201))
    const before = { key: 'k', entry: entry(), source: 'header', opened: OPENED, at: START }
    storage.set('outbox', JSON.stringify([before]))
    await sendQueued()
    expect(posts()).toMatchObject([{ url: '/api/waitlist?from=header', key: 'k', body: entry() }])
  })

  test('entries of different emails wait side by side', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry(), HERO, OPENED)
    await deliver(entry({ email: 'kim@company.com' }), HERO, OPENED)
    expect(readOutbox()).toHaveLength(2)
  })

  test('gives a send up after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: START })
    fetch.mockImplementation((_, init) => untilAborted(init?.signal))
    const sending = deliver(entry(), HERO, OPENED)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(console.warn).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await sending).toBe(false)
    expect(readOutbox()).toHaveLength(1)
  })

  test('still sends where the browser refuses storage', async () => {
    vi.stubGlobal('localStorage', undefined)
    fetch.mockImplementationOnce(unreachable).mockImplementation(answer(200))
    expect(await deliver(entry(), HERO, OPENED)).toBe(false)
    windowEvents.dispatchEvent(new Event('online'))
    await expect.poll(readOutbox).toEqual([])
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})

describe('what waits', () => {
  test('is sent for 30 days and no longer', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry(), HERO, OPENED)
    vi.setSystemTime(Date.now() + 30 * DAY - 1)
    expect(readOutbox()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    expect(readOutbox()).toEqual([])
    expect(storage.has('outbox')).toBe(true)
    await sendQueued()
    expect(storage.has('outbox'), 'the next visit removes it').toBe(false)
  })

  test.each([
    '{',
    'null',
    '"text"',
    '[1, null, {"key": 1}]',
    '[{"key":"k","opened":1,"at":1,"source":"hero"}]',
  ])('a broken store counts as empty: %s', async (text) => {
    storage.set('outbox', text)
    await sendQueued()
    expect(fetch).not.toHaveBeenCalled()
  })

  test('is sent as it is by then, where it was completed while those before it were under way', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry({ email: 'kim@company.com' }), HERO, OPENED)
    await deliver(entry({ company: 'Acme' }), HERO, OPENED)
    fetch.mockReset().mockImplementation(async () => {
      fetch.mockImplementation(answer(201))
      await deliver(entry({ company: 'Acme Ltd' }), HERO, OPENED)
      return answer(201)()
    })
    await sendQueued()
    expect(posts().map(({ body }) => body)).toEqual([
      entry({ email: 'kim@company.com' }),
      entry({ company: 'Acme Ltd' }),
    ])
    expect(readOutbox()).toEqual([])
  })

  test('an entry that another tab queued meanwhile is not lost', async () => {
    fetch.mockImplementation(() => {
      const other = {
        key: 'other',
        entry: entry({ email: 'kim@company.com' }),
        source: 'hero',
        opened: OPENED,
        at: Date.now(),
      }
      storage.set('outbox', JSON.stringify([...readOutbox(), other]))
      return answer(200)()
    })
    await deliver(entry(), HERO, OPENED)
    expect(readOutbox().map(({ key }) => key)).toEqual(['other'])
  })
})

test('a send that fails is logged', async () => {
  fetch.mockImplementationOnce(unreachable).mockImplementationOnce(answer(503))
  await deliver(entry(), HERO, OPENED)
  await sendQueued()
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    ['The waitlist could not be reached.', expect.any(TypeError)],
    ['The waitlist answered 503.'],
  ])
})
