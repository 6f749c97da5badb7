import { wordsOverSeal } from './support/layout.ts'
import { expect, test } from './support/test.ts'

test('headline and lead stand beside the seal, not over it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'The seal needs the width of a desktop.')
  await page.goto('/about')
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('main svg:has(textPath)').first()).toBeVisible()
    expect(await page.evaluate(wordsOverSeal), `at ${width} px`).toEqual([])
  }
})
