import { axeFindings } from './support/axe.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const path of ROUTES) {
    test(`axe finds nothing on ${path} in the ${theme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(path)
      expect(await axeFindings(page)).toEqual([])
    })
  }
}

test('the skip link leads to the main part', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have no Tab key.')
  await page.goto('/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
})
