import { expect, test } from 'vitest'
import type { CampaignCounts } from '../../../api/contract/campaigns.ts'
import { serveInbox } from '../support/inbox.ts'

const from = '2020-01-01T00:00:00Z'
const until = '2099-01-01T00:00:00Z'

const on = (page: string) => ({ referer: `http://localhost${page}` })

test('what came in from pages is counted by source and page, each within its time, robots left out', async () => {
  const { join, write, answer } = await serveInbox()
  await join('a@example.com', {}, '?from=hero', on('/'))
  await join('b@example.com', {}, '?from=platform', on('/platform'))
  await join('c@example.com', {}, '?from=platform', on('/platform'))
  await join('d@example.com', {}, '?from=hero', on('/pricing'))
  await join('bot@example.com', {}, '', { 'form-trapped': '1', ...on('/') })
  await write('g@example.com', 'Hello')
  const count = (windows: object[]) => answer<CampaignCounts>('POST', '/submissions/campaign', { windows })
  const window = (page: string) => ({ page, from, until })

  expect(await count([window('/'), window('/platform'), window('/platform')])).toEqual({
    sources: [
      { value: 'platform', entries: 2, messages: 0 },
      { value: 'hero', entries: 1, messages: 0 },
    ],
    pages: [
      { value: '/platform', entries: 2, messages: 0 },
      { value: '/', entries: 1, messages: 0 },
    ],
  })
  // Without an end it goes on: the clock of whoever asks plays no part.
  expect(await count([{ page: '/platform', from }])).toMatchObject({ pages: [{ entries: 2 }] })
  expect(await count([window('/contact')])).toEqual({
    sources: [],
    pages: [{ value: '/contact', entries: 0, messages: 1 }],
  })
  const many = Array.from({ length: 99 }, (_, index) => ({
    ...window(`/page-${index}`),
    from: `2021-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
  }))
  expect(await count([window('/'), ...many])).toMatchObject({ pages: [{ value: '/', entries: 1 }] })
  const over = { page: '/', from, until: '2020-01-02T00:00:00Z' }
  expect(await count([over, window('/platform')])).toMatchObject({ pages: [{ value: '/platform' }] })
})

test('a request that makes no sense is refused with what is wrong', async () => {
  const { ask } = await serveInbox()
  const page = '/'
  const wrong: [object[], string][] = [
    [[], 'windows must name a page.'],
    [[{ page, from: until, until: from }], 'from must be before until.'],
    [[{ page, from: 'yesterday', until }], 'must be times'],
    [[{ page: 'x'.repeat(201), from, until }], '200 characters'],
    [Array.from({ length: 101 }, () => ({ page, from, until })), '100 pages at most'],
  ]
  for (const [windows, sentence] of wrong) {
    const { status, text } = await ask('POST', '/submissions/campaign', { windows })
    expect([status, text]).toEqual([400, expect.stringContaining(sentence)])
  }
})
