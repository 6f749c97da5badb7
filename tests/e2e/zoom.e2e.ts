import { expectAllToBeRead } from './support/cut.ts'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'
import { reserve } from './support/waitlist.ts'

test.skip(({ isMobile }) => isMobile, 'Who zooms that far has a large screen.')
// What a window of 1280 × 1024 has room for at 400 %, in CSS px.
test.use({ viewport: { width: 320, height: 256 }, contextOptions: { reducedMotion: 'reduce' } })

for (const path of ROUTES)
  test(`at 400 % ${path} is read by scrolling down alone`, ({ page }) => expectAllToBeRead(page, path))

/** Runs in the page: words as long as translations have them, in all that is written there. */
function lengthen(): void {
  for (const element of document.querySelectorAll('main :is(h2, h3, h4, p, dt, em, li > b)')) {
    // A headline of several lines has each in an element of its own.
    const line = (element.matches('h2') && element.lastElementChild) || element
    line.append(' Rechtsschutzversicherungsgesellschaften')
  }
}

for (const [width, path] of [
  [320, '/'],
  [1024, '/'],
  [320, '/platform'],
] as const)
  test(`long words on ${path} break where ${width} px end`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await expectAllToBeRead(page, path, lengthen)
    const hidden = await page.getByRole('link', { name: 'Skip to main content' }).evaluate((skip) => {
      skip.append(' Rechtsschutzversicherungsgesellschaften'.repeat(2))
      return skip.getBoundingClientRect().bottom <= 0
    })
    expect(hidden, 'what skips to the content shows once it is focused, however long it is').toBe(true)
  })

test('at 400 % the menu and each step of the popup can be scrolled to their ends', async ({ page }) => {
  await page.route('**/api/waitlist?*', (route) => route.fulfill({ json: {} }))
  await page.goto('/')
  await page.locator('header summary').click()
  const menu = page.locator('header details')
  await menu.getByRole('link', { name: 'Contact' }).click({ trial: true })
  await menu.getByRole('link', { name: 'Book a Demo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reserve My Spot' }).click({ trial: true })
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click({ trial: true })
  const sheet = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
  expect(sheet.scrollWidth).toBe(sheet.clientWidth)
})
