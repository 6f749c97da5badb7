import { expect, test } from 'vitest'
import type { Receipt } from '../../../../api/contract/publishing.ts'
import { progressOf, type Waiting } from '../../../../studio/tools/receipt/progress.ts'

const AT = new Date(2026, 10, 22, 14, 5, 9)
/** As the language of this machine writes them. */
const TIME = AT.toLocaleString(undefined, { timeStyle: 'medium' })
const DAY = AT.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const NOW = new Date(2026, 10, 22, 18, 0, 0)

const live: Receipt = {
  documentId: 'about',
  revision: 'r1',
  state: 'live',
  publishedAt: AT.toISOString(),
  tookMs: 380,
  release: 'one',
  pages: ['/about'],
  faults: [],
  message: null,
}

function told(
  receipt: Receipt | null,
  revision: string | null = 'r1',
  waiting: Partial<Waiting> = {},
  now = NOW,
): string {
  const all = { isExpected: false, isLate: false, ...waiting }
  const { state, steps = [], message } = progressOf(receipt, revision, all, now) ?? {}
  return [state, steps.map(({ title }) => title).join(' → '), message].filter(Boolean).join(': ')
}

test('what is live says since when of today, and of another day which', () => {
  expect(told(live)).toBe(`live: Published ${TIME} → Rendered → Live in 0.38 s`)
  const later = new Date(2026, 10, 23, 9, 0, 0)
  expect(told(live, 'r1', {}, later)).toBe(`live: Published ${DAY} → Rendered → Live in 0.38 s`)
})

test('an unknown time is left out', () => {
  const found = { ...live, publishedAt: new Date(0).toISOString() }
  expect(told(found)).toBe('live: Published → Rendered → Live in 0.38 s')
})

test('another revision than the receipt’s is under way, and late in the end', () => {
  expect(told(live, 'r2')).toBe('under way: Published')
  expect(told(live, 'r2', { isLate: true })).toMatch(
    /^under way: Published: The site has not received it yet\./,
  )
})

test('the first publish of a document is under way, and late in the end, before anything is known of it', () => {
  expect(told(null, 'r1', { isExpected: true })).toBe('under way: Published')
  expect(told(null, null, { isExpected: true, isLate: true })).toMatch(
    /^under way: Unpublished: The site has not received it yet\./,
  )
})

test('what waits says for what, and what is held what is shown instead', () => {
  const message = 'The site is held at an earlier release.'
  expect(told({ ...live, state: 'waiting', tookMs: null, message })).toBe(
    `waiting: Published ${TIME} → Waiting: ${message}`,
  )
  expect(told({ ...live, state: 'held' })).toBe(
    `held: Published ${TIME} → Held: The site still shows the previous version.`,
  )
  expect(told({ ...live, state: 'held', isShown: false })).toBe(
    `held: Published ${TIME} → Held: It is not on the site yet.`,
  )
})

test('what was unpublished is off the site, and of what was never published nothing is said', () => {
  expect(told({ ...live, revision: null }, null)).toBe(`live: Unpublished ${TIME} → Off the site in 0.38 s`)
  expect(told(null)).toBe('')
})
