import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/contact')
})

const copy = (page: Page) => page.getByRole('button', { name: 'Copy address' })
const toasts = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Address copied' })

test('one toast shows at a time, for five seconds', async ({ page }) => {
  // The page attaches what it has behind its first frame, which does not come where time stands still.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(60_000)
  await copy(page).click()
  await expect(toasts(page)).toHaveCount(1)
  await copy(page).click()
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(4800)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(400)
  await expect(toasts(page)).toHaveCount(0)
})

test('F8 brings the focus to it, and a button dismisses it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have no F8 key.')
  await copy(page).click()
  await expect(toasts(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await expect(copy(page)).toBeFocused()
  // Escape is for a tooltip first, while there is one.
  await page.mouse.move(5, 5)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(copy(page)).toBeFocused()
})

test('it leaves the actions of an open menu free', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  await copy(page).click()
  await expect(toasts(page)).toBeVisible()
  await page.getByLabel('Open menu').click()
  const menu = page.getByRole('banner').locator('details')
  await menu.getByRole('link', { name: 'Book a Demo' }).click({ trial: true })
  await menu.getByRole('link', { name: 'Contact' }).click({ trial: true })
  await expect(toasts(page)).toBeVisible()
})

test('it can be dismissed while the menu is open', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  await copy(page).click()
  await expect(toasts(page)).toBeVisible()
  await page.getByLabel('Open menu').click()
  await expect(page.locator('main')).toHaveAttribute('inert')
  await page.getByRole('button', { name: 'Dismiss' }).click({ timeout: 4000 })
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByLabel('Close menu')).toBeVisible()
})

for (const [distance, count] of [
  [40, 1],
  [60, 0],
] as const) {
  test(`a swipe of ${distance} px leaves ${count}`, async ({ page }) => {
    await copy(page).click()
    const box = await toasts(page).boundingBox()
    if (!box) throw new Error('The toast has no box.')
    const [x, y] = [box.x + 40, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance / 2, y, { steps: 3 })
    await page.mouse.move(x + distance, y, { steps: 3 })
    await page.mouse.up()
    await expect(toasts(page)).toHaveCount(count)
  })
}

test.describe('tooltips', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  test('open after 700 ms of pointing, 4 px away, and close on leaving', async ({ page, isMobile }) => {
    test.skip(isMobile, 'Fingers don’t point.')
    const tip = page.getByRole('tooltip', { name: 'Copy address' })
    // The first one fetches the code; the delay is measured on the second, once none is skipped.
    await copy(page).hover()
    await expect(tip).toBeAttached()
    await page.mouse.move(5, 5, { steps: 8 })
    await expect(tip).toBeHidden()
    await page.waitForTimeout(400)
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await copy(page).hover()
    await page.clock.runFor(650)
    await expect(tip).toBeHidden()
    await page.clock.runFor(100)
    await expect(tip).toBeAttached()
    const [button, bubble] = [
      await copy(page).boundingBox(),
      await page.locator('[data-side]', { hasText: 'Copy address' }).boundingBox(),
    ]
    expect((button?.y ?? 0) - (bubble?.y ?? 0) - (bubble?.height ?? 0)).toBeCloseTo(4, 0)
    await page.mouse.move(5, 5, { steps: 8 })
    await page.clock.runFor(100)
    await expect(tip).toBeHidden()
  })

  test('open at once by the keyboard and describe an input’s meaning', async ({ page, isMobile }) => {
    test.skip(isMobile, 'Phones have no Tab key.')
    await page.goto('/#roi')
    const about = page.getByRole('button', { name: 'About Hourly rate' })
    await page.getByRole('button', { name: 'Increase hours saved per run' }).focus()
    await page.keyboard.press('Tab')
    await expect(about).toBeFocused()
    await expect(about).toHaveAccessibleDescription(/^What an hour of that person’s time costs you/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toBeHidden()
    // A sign alone says less than its name.
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('tooltip', { name: 'Increase hours saved per run' })).toBeAttached()
  })

  test('that explain open by a tap, too', async ({ page, isMobile }) => {
    test.skip(!isMobile, 'For fingers.')
    await page.goto('/#roi')
    await page.getByRole('button', { name: 'About Team size' }).tap()
    await expect(page.getByRole('tooltip')).toHaveText(/^Count the people/)
  })
})

test('buttons that React renders later have tooltips, too', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Fingers don’t point.')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shown = (name: string) => page.getByRole('tooltip', { name })
  await copy(page).hover()
  await expect(shown('Copy address')).toBeAttached()
  await copy(page).click()
  await page.getByRole('button', { name: 'Dismiss' }).hover()
  await expect(shown('Dismiss')).toBeAttached()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown('Dismiss')).toHaveCount(0)

  await page.getByRole('banner').getByRole('link', { name: 'Book a Demo' }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close dialog' })
  await close.hover()
  await expect(shown('Close dialog')).toBeAttached()
  await close.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shown('Close dialog')).toHaveCount(0)
})

test('a tooltip in the popup closes with it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Phones have no Tab key.')
  await page.getByRole('banner').getByRole('link', { name: 'Book a Demo' }).click()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close dialog' })
  await expect(page.getByRole('dialog').getByLabel('Work email')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(close).toBeFocused()
  await expect(page.getByRole('tooltip', { name: 'Close dialog' })).toBeAttached()
  // Its name is heard already.
  await expect(close).toHaveAccessibleDescription('')
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the menu’s tooltip says what its button does now', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Fingers don’t point.')
  await page.setViewportSize({ width: 700, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shown = (name: string) => page.getByRole('tooltip', { name })
  await page.getByLabel('Open menu').hover()
  await expect(shown('Open menu')).toBeAttached()
  await page.getByLabel('Open menu').click()
  await expect(shown('Open menu')).toHaveCount(0)
  await page.mouse.move(5, 500, { steps: 8 })
  await page.getByLabel('Close menu').hover()
  await expect(shown('Close menu')).toBeAttached()
})

test('a tooltip that follows another within 300 ms opens at once', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Fingers don’t point.')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shown = (name: string | RegExp) => page.getByRole('tooltip', { name })
  const theme = page.getByRole('button', { name: /^Switch to/ })
  const [first, second] = [page.getByRole('link', { name: 'CAL on LinkedIn' }).first(), theme.first()]
  // The first one fetches the code; what is measured comes after it.
  await first.hover()
  await expect(shown('CAL on LinkedIn')).toBeAttached()
  await page.mouse.move(5, 500, { steps: 8 })
  await expect(shown(/./)).toHaveCount(0)
  await page.waitForTimeout(400)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(60_000)

  for (const [pause, opensAtOnce] of [
    [250, true],
    [350, false],
  ] as const) {
    await first.hover()
    await page.clock.runFor(750)
    await expect(shown('CAL on LinkedIn')).toBeAttached()
    await page.mouse.move(5, 500, { steps: 8 })
    await expect(shown(/./)).toHaveCount(0)
    await page.clock.runFor(pause)
    await second.hover()
    await page.clock.runFor(50)
    await expect(shown(/^Switch to/)).toHaveCount(opensAtOnce ? 1 : 0)
    await page.mouse.move(5, 500, { steps: 8 })
    await page.clock.runFor(1000)
  }
})
