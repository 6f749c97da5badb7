import { encodeSignatureHeader } from '@sanity/webhook'
import { expect, test } from 'vitest'
import { createApp } from '../../../api/http/app.ts'
import { createClockTeller } from '../../../api/publishing/webhook-clock.ts'
import { hookOf, SECRET, startPublishing } from '../support/publishing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function newTeller() {
  const told: string[] = []
  let now = 0
  const tell = createClockTeller({ log: { error: (text: string) => void told.push(text) }, now: () => now })
  return { told, tell, pass: (ms: number) => (now += ms) }
}

test.each([
  [6 * MINUTE, 'signed 6 minutes ahead of this machine’s clock.'],
  [61 * MINUTE, 'signed 61 minutes ahead of'],
  [-5 * HOUR, 'signed 5 hours before, by this machine’s clock.'],
  [-365 * 24 * HOUR, 'signed 365 days before, by'],
])('of %d ms it says by how much, and what to do', (aheadMs, words) => {
  const { told, tell } = newTeller()
  tell(aheadMs)
  expect(told).toEqual([expect.stringContaining(words)])
  expect(told[0]).toContain('Have the clock set by the network')
})

test('it is said once an hour, however many calls are refused', () => {
  const { told, tell, pass } = newTeller()
  for (let minute = 0; minute < 60; minute += 1) {
    tell(HOUR + minute)
    pass(MINUTE)
  }
  expect(told).toHaveLength(1)
  tell(HOUR)
  expect(told).toHaveLength(2)
})

test('only signed webhooks are reported: strangers can’t write to the log', async () => {
  const { service } = await startPublishing()
  const told: number[] = []
  const app = createApp({
    siteUrl: undefined,
    isReady: () => true,
    release: () => Promise.resolve(new Map()),
    publishing: {
      service,
      secret: SECRET,
      checkEditor: () => Promise.reject(new Error('Nobody asks.')),
      tellClock: (aheadMs) => void told.push(aheadMs),
    },
  })
  const signedAt = Date.now() - HOUR
  const { body, headers } = await hookOf('home', 'r1', { signedAt })
  const forged = await encodeSignatureHeader(body, signedAt, 'guessed')
  for (const signature of [forged, headers['sanity-webhook-signature'] ?? '']) {
    const answer = await app.request('/api/rebuild', {
      method: 'POST',
      headers: { 'sanity-webhook-signature': signature },
      body: body ?? '',
    })
    expect(answer.status).toBe(401)
  }
  expect(told).toHaveLength(1)
  expect(Math.round((told[0] ?? 0) / MINUTE)).toBe(-60)
})
