import { describe, expect, test } from 'vitest'
import { readOutbox } from '../../../web/forms/outbox-storage.ts'
import { deliver, queueUnsent, sendQueued } from '../../../web/forms/outbox.ts'
import {
  answer,
  entry,
  fetch,
  HERO,
  OPENED,
  posts,
  standInForBrowser,
  unreachable,
} from './outbox-fixture.ts'

standInForBrowser()

describe('an entry whose popup is out of sight', () => {
  test('waits without being sent, and is sent by the next page where it never comes back', async () => {
    fetch.mockImplementation(answer(201))
    queueUnsent(entry({ company: 'Acme' }), HERO, OPENED)
    expect(fetch).not.toHaveBeenCalled()
    await sendQueued()
    expect(posts().map(({ body }) => body)).toEqual([entry({ company: 'Acme' })])
  })

  test('is taken out where it comes back, and what waited before waits again', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry({ email: 'kim@company.com' }), HERO, OPENED)
    await deliver(entry({ company: 'Acme' }), HERO, OPENED)
    const before = readOutbox()
    const takeOut = queueUnsent(entry({ company: 'Acme Ltd', role: 'CFO' }), HERO, OPENED)
    expect(readOutbox().map((item) => item.entry)).toContainEqual(entry({ company: 'Acme Ltd', role: 'CFO' }))
    takeOut()
    expect(readOutbox()).toEqual(before)
  })

  test('is not taken out where it waited as it is before', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry(), HERO, OPENED)
    const before = readOutbox()
    queueUnsent(entry(), HERO, OPENED)()
    expect(readOutbox()).toEqual(before)
  })

  test('restores nothing older that another page has sent meanwhile', async () => {
    fetch.mockImplementation(unreachable)
    await deliver(entry({ company: 'Acme' }), HERO, OPENED)
    const takeOut = queueUnsent(entry({ company: 'Acme Ltd' }), HERO, OPENED)
    fetch.mockImplementation(answer(201))
    await sendQueued()
    takeOut()
    expect(readOutbox()).toEqual([])
  })
})
