import { allLaidOut, wordsOverSeal } from './support/layout.ts'
import { expect, test } from './support/test.ts'

for (const path of ['/about', '/'])
  test(`on ${path} longer headlines stand beside the seal, too`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'The seal needs the width of a desktop.')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await allLaidOut(page)
    const section = page.locator('section', { has: page.locator('svg:has(textPath)') })
    await section.locator('h1, h2').evaluate((headline) => {
      const line = headline.lastElementChild ?? headline
      line.append(' And the one that comes after it.')
    })
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(section.locator('svg:has(textPath)')).toBeVisible()
      expect(await page.evaluate(wordsOverSeal), `at ${width} px`).toEqual([])
    }
  })
