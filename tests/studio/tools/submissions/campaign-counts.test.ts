import { expect, test } from 'vitest'
import { campaignRequest, type CampaignCounts } from '../../../../api/contract/campaigns.ts'
import { countCampaign } from '../../../../studio/tools/submissions/campaign-counts.ts'
import type { EditorApi } from '../../../../studio/tools/use-editor-api.ts'

/**
 * Answers as the server does that had one sign-up from each page, on its own clock of 2030; refuses what it refuses.
 */
const api: EditorApi = async <Answer>(_: string, options?: { body?: unknown }) => {
  const { windows } = campaignRequest.parse(options?.body)
  const now = Date.parse('2030-01-01T00:00:00Z')
  const counted = windows.filter(({ from, until }) => from <= now && now < until)
  const sources = ['hero', 'platform'].map((value, index) => ({
    value,
    entries: index === 0 ? 1 : counted.length - 1,
    messages: 0,
  }))
  const pages = counted.map(({ page }) => ({
    value: page,
    entries: page === '/page-240' ? 2 : 1,
    messages: 0,
  }))
  const answer: CampaignCounts = { sources, pages }
  return answer as Answer
}

const from = '2029-12-31T23:59:59Z'

test('counts more pages than the server takes at a time, as though it took them all', async () => {
  const windows = Array.from({ length: 250 }, (_, index) => ({ page: `/page-${index}`, from }))
  const { sources, pages } = await countCampaign(api, windows)
  expect(sources).toEqual([
    { value: 'platform', entries: 247, messages: 0 },
    { value: 'hero', entries: 3, messages: 0 },
  ])
  expect(pages).toHaveLength(250)
  expect(pages[0]).toEqual({ value: '/page-240', entries: 2, messages: 0 })
})

test('a page that is still as the campaign made it counts on the server’s clock, whatever the editor’s says', async () => {
  const { pages } = await countCampaign(api, [
    { page: '/now', from },
    { page: '/changed', from: '2029-12-31T23:00:00Z', until: from },
  ])
  expect(pages).toEqual([{ value: '/now', entries: 1, messages: 0 }])
})
