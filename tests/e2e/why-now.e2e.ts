import { expect, test } from './support/test.ts'

test('the ruled lines beside the gap reach both edges of the window, however wide', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'The test sets the widths that it wants.')
  await page.goto('/')
  const lines = page.locator('#why-now svg path').first()
  for (const width of [390, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const { left, right } = await lines.evaluate((path) => path.getBoundingClientRect())
    expect(left, `at ${width} px`).toBeLessThanOrEqual(0)
    expect(right, `at ${width} px`).toBeGreaterThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
