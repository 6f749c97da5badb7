import { expect, test } from './support/test.ts'

test('the dot navigator marks the section that is seen', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Only large screens have it.')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const rail = page.getByRole('navigation', { name: 'Page sections' })
  await expect(rail.getByRole('link', { name: 'Top' })).toHaveAttribute('aria-current', 'true')
  for (const [id, name] of [
    ['roi', 'ROI'],
    ['faq', 'FAQ'],
    ['closing', 'Get access'],
  ] as const) {
    await page.evaluate((section) => document.getElementById(section)?.scrollIntoView(), id)
    await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(rail.locator('[aria-current]')).toHaveCount(1)
  }
})

test('small screens have no dot navigator', async ({ page }) => {
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Page sections' })).toBeHidden()
})
