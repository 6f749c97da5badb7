import { expect, studioIsBuilt, test } from './support/studio.ts'

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('a list whose order can’t be read at first appears a moment later', async ({ page, refusals }) => {
  refusals.push(/^400 .*\/data\/query\//)
  let reads = 0
  await page.route(/\/query\/.*%22shown%22.*faq\.groups/u, (route) => {
    reads += 1
    return reads > 1 ? route.continue() : route.fulfill({ status: 400 })
  })
  await page.goto('/studio/structure/faqGroup')
  await expect(page.getByRole('link', { name: /^Search/u })).toBeVisible()
  expect(reads).toBe(2)
})
