import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { entry, goOn, openPopup, reserve, watchWaitlist } from './support/waitlist.ts'

test.describe('closing', () => {
  test('at step 1 without a valid email sends nothing', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await dialog.getByLabel('Work email').fill('dana@')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(posts).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  })

  test('at step 1 with an email sends it once', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await dialog.getByLabel('Work email').fill('dana@company.com')
    await dialog.getByRole('button', { name: 'Close dialog' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry()])
    await goOn(page)
    expect(posts).toHaveLength(1)
  })

  test('at step 2 sends what has been filled in, once', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    await dialog.getByLabel('First name').fill('Dana')
    // Within half a second of a step it might be the second click of a double one.
    await page.waitForTimeout(600)
    await page.mouse.click(5, 300)
    await expect(dialog).toBeHidden()
    await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry({ firstName: 'Dana' })])
    await goOn(page)
    expect(posts).toHaveLength(1)
  })

  test('is not what Escape does while it cancels an input method’s suggestion', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    await dialog.getByLabel('First name').focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'とうきょう', selectionStart: 5, selectionEnd: 5 })
    await page.keyboard.press('Escape')
    // Safari's, behind the end of the choice.
    await page.evaluate(() => {
      const key = { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    })
    await session.send('Input.insertText', { text: '東京' })
    await expect(dialog.getByLabel('First name')).toHaveValue('東京')
    expect(posts).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry({ firstName: '東京' })])
  })

  test('at step 2 leaves out what could not be sent, and sends the rest', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    await dialog.getByLabel('First name').fill('Dana')
    await dialog.getByLabel('Role / Title').fill('\u200B')
    await dialog.getByLabel('Company', { exact: true }).fill('a'.repeat(201))
    await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
    await expect(dialog.getByLabel('Company', { exact: true })).toBeFocused()
    await expect(dialog.getByLabel('Role / Title')).toHaveAccessibleDescription(/cannot be shown/)
    await page.keyboard.press('Escape')
    await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry({ firstName: 'Dana' })])
  })

  test('by the browser’s Back stays on the page and sends once', async ({ page }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect.poll(() => posts.length).toBe(1)
    await goOn(page)
    expect(posts).toHaveLength(1)
  })

  test('leaves no step behind in the history', async ({ page }) => {
    await watchWaitlist(page)
    await page.goto('/about')
    const dialog = await openPopup(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  test('by Back works after a reload, too', { tag: '@firefox' }, async ({ page }) => {
    await watchWaitlist(page)
    const dialog = await openPopup(page)
    await page.reload()
    await page.getByRole('link', { name: 'Get Early Access' }).first().click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
  })

  test('takes a whole click: a finger that scrolls from its edge leaves it open', async ({
    page,
    isMobile,
  }) => {
    test.skip(!isMobile, 'A mouse scrolls without a press.')
    await watchWaitlist(page)
    await page.setViewportSize({ width: 390, height: 420 })
    const dialog = await openPopup(page)
    await dialog.getByLabel('Work email').fill('dana@company.com')
    const touch = await page.context().newCDPSession(page)
    for (const [type, y] of [
      ['touchStart', 300],
      ['touchMove', 260],
      ['touchMove', 200],
    ] as const)
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 5, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await dialog.getByLabel('Work email').press('Enter')
    await expect(dialog.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
  })

  test('does not come from the second click of the double click that opened it', async ({
    page,
    isMobile,
  }) => {
    await watchWaitlist(page)
    await page.goto('/')
    const control = page
      .getByRole('banner')
      .getByRole('link', { name: 'Book a Demo' })
      .filter({ visible: true })
    const dialog = page.getByRole('dialog')
    const press = await pressOf(control, isMobile)
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(60_000)
    await press()
    // How soon its code is there, no clock of the page says.
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(dialog).toBeVisible({ timeout: 100 })
    }).toPass()
    await page.clock.runFor(140)
    await press()
    await page.clock.runFor(600)
    await expect(dialog).toBeVisible()
    await pressAt(page, isMobile, 5, 300)
    await expect(dialog).toBeHidden()
  })

  test('does not come from the second click of the double click that submitted', async ({
    page,
    isMobile,
  }) => {
    const { posts } = await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    const submit = dialog.getByRole('button', { name: 'Submit & Get Priority' })
    await submit.scrollIntoViewIfNeeded()
    const press = await pressOf(submit, isMobile)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await press()
    const thanks = dialog.getByRole('heading', { name: "Thanks — you're officially in!" })
    await expect(thanks).toBeVisible()
    await page.clock.runFor(140)
    await press()
    await page.clock.runFor(600)
    await expect(thanks).toBeVisible()
    await pressAt(page, isMobile, 5, 300)
    await expect(dialog).toBeHidden()
    expect(posts).toHaveLength(1)
  })

  test('does not come from the second click of a slow double click', async ({ page, isMobile }) => {
    test.skip(isMobile, 'Taps are not counted.')
    await watchWaitlist(page)
    const dialog = await openPopup(page)
    await page.waitForTimeout(600)
    await page.mouse.move(5, 300)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 300)
    await expect(dialog).toBeHidden()
  })

  test('gives the focus back to the menu that it was opened from', async ({ page }) => {
    await watchWaitlist(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.getByLabel('Open menu').click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: 'Book a Demo' })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Open menu')).toBeFocused()
  })

  test('gives the focus back to what opened it', { tag: '@firefox' }, async ({ page }) => {
    await watchWaitlist(page)
    const dialog = await openPopup(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: 'Get Early Access' }).first()).toBeFocused()
  })
})

test('an entry that was received is not sent again on closing', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
  // What closing sends would be on its way by now.
  await page.waitForTimeout(300)
  expect(posts).toHaveLength(1)
})

/** What presses the page where an element is now, and again where it was. */
async function pressOf(element: Locator, isMobile: boolean): Promise<() => Promise<void>> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element has no box.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return () => pressAt(element.page(), isMobile, x, y)
}

function pressAt(page: Page, isMobile: boolean, x: number, y: number): Promise<void> {
  return isMobile ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)
}
