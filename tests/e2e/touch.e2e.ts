import { withWindows } from '../support/chromium.ts'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => !isMobile, 'A mouse rests where it has pressed.')
test.use({ ...withWindows(), contextOptions: { reducedMotion: 'reduce' } })

for (const [path, name] of [
  ['/', 'Next example'],
  ['/#roi', 'Increase team size'],
  ['/contact', 'Copy address'],
] as const)
  test(`${name} looks after a tap as it did before`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write'])
    await page.goto(path)
    const button = page.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    const before = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await button.tap()
    await expect(button.and(page.locator(':hover'))).toBeVisible()
    await expect(button).toHaveCSS('background-color', before)
  })
