import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { allLaidOut } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { openPopup, reserve } from './support/waitlist.ts'

test.skip(({ isMobile }) => isMobile, 'Colours are forced alike at every width.')
test.use({ colorScheme: 'dark', contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** How often the colour changes along the busiest line of a picture: words change it at each stroke. */
async function strokes(element: Locator): Promise<number> {
  const { data, info } = await sharp(await element.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rows = Array.from({ length: info.height }, (_, y) =>
    data.subarray(y * info.width, (y + 1) * info.width),
  )
  return Math.max(...rows.map(changes))
}

function changes(row: Buffer): number {
  return row.reduce(
    (sum, value, x) => sum + (x > 0 && Math.abs(value - (row[x - 1] ?? value)) > 120 ? 1 : 0),
    0,
  )
}

test('words on ink can be read: buttons, a chosen size, tooltips and toasts', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await strokes(page.getByRole('listitem').filter({ hasText: 'Address copied' }))).toBeGreaterThan(10)
  const dialog = await openPopup(page)
  expect(await strokes(dialog.getByRole('button', { name: 'Reserve My Spot' }))).toBeGreaterThan(10)
  await reserve(dialog)
  await dialog.getByText('51-200').click()
  expect(await strokes(dialog.locator('label', { hasText: '51-200' }))).toBeGreaterThan(8)
})

test('what is drawn with backgrounds alone is still drawn', async ({ page }) => {
  await page.goto('/')
  // A picture is taken at a place in the document, which moves while more is laid out above it.
  await allLaidOut(page)
  const plus = page.locator('#faq summary i').last()
  await plus.scrollIntoViewIfNeeded()
  expect(await strokes(plus)).toBeGreaterThan(0)
  const dot = page.getByRole('navigation', { name: 'Sections' }).last().locator('[aria-current]')
  expect(await strokes(dot)).toBeGreaterThan(1)
  await expect(page.locator('#demo ins').first()).toHaveCSS('text-decoration-line', 'underline')
})

test('no drawing lies behind words', async ({ page }) => {
  await page.goto('/')
  const behind = page.locator('#hero [aria-hidden=true]:has(> * > svg use), [data-behaviour=stars]')
  await expect(behind).not.toHaveCount(0)
  await expect(behind.filter({ visible: true })).toHaveCount(0)
})

test('the reader’s colours win over a theme that was chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await page.goto('/')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await expect(page.locator('#demo h2')).toHaveCSS('color', 'rgb(255, 255, 255)')
  const black = page.locator('#integrations img').first()
  await expect(black).toHaveCSS('filter', 'invert(1)')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(black).toHaveCSS('filter', 'none')
})
