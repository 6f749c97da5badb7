import { expect, test } from './support/test.ts'

test('the header covers more once the page is scrolled', async ({ page }) => {
  await page.goto('/')
  const opacity = () =>
    page
      .locator('header')
      .first()
      .evaluate((header) => Number(getComputedStyle(header, '::before').opacity))
  expect(await opacity()).toBeCloseTo(0.8)
  await page.evaluate(() => scrollTo({ top: 20, behavior: 'instant' }))
  await expect.poll(opacity).toBeCloseTo(0.8)
  await page.evaluate(() => scrollTo({ top: 21, behavior: 'instant' }))
  await expect.poll(opacity).toBeCloseTo(0.95)
})

test('section links scroll below the header', async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/#faq$/)
  const { top, header } = await page.evaluate(() => ({
    top: document.getElementById('faq')!.getBoundingClientRect().top,
    header: document.querySelector('header')!.getBoundingClientRect().height,
  }))
  expect(Math.abs(top - header)).toBeLessThan(2)
})

test('a section link on another page opens home at its top, then scrolls there', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL(/\/#security$/)
  await expect
    .poll(() =>
      page.evaluate(() => Math.abs(document.getElementById('security')!.getBoundingClientRect().top)),
    )
    .toBeLessThan(120)
})

test('section links are real addresses', async ({ page }) => {
  await page.goto('/about')
  await expect(page.locator('a[href="/#roi"]').first()).toHaveText(/ROI/)
})

test('the logo goes home and to the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  await page.getByRole('link', { name: 'CAL, home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }))
  await page.getByRole('link', { name: 'CAL, home' }).first().click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('Back restores the position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await page.goto('/about')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1500)
})
