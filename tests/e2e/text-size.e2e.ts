import { expectAllToBeRead } from './support/cut.ts'
import { overlaps } from './support/layout.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'
import { openPopup, reserve } from './support/waitlist.ts'

test.skip(({ isMobile }) => isMobile, 'Each test sets the window it wants.')
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The browser's own setting, which sizes and breakpoints follow alike.
  launchOptions: async ({ launchOptions }, provide) => {
    await provide({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
    })
  },
})

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

for (const viewport of [PHONE, DESKTOP])
  for (const path of ROUTES)
    test(`in letters of twice the size ${path} is whole at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport)
      await expectAllToBeRead(page, path)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    })

test('in letters of twice the size the company size can be read beside Clear', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByText('1-10').click()
  const clear = dialog.getByRole('button', { name: 'Clear' })
  await expect(clear).toBeVisible()
  expect(await overlaps(dialog.getByRole('group').locator('legend'), clear)).toBe(false)
})

test('in letters of twice the size the popup is no wider than a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const dialog = await openPopup(page)
  await reserve(dialog)
  const sheet = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
  expect(sheet.scrollWidth).toBe(sheet.clientWidth)
})
