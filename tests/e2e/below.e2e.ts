import type { Page } from '@playwright/test'
import { allLaidOut, waitingSections } from './support/layout.ts'
import { expect, test } from './support/test.ts'

for (const path of ['/', '/platform'])
  test(`what is below the first screen of ${path} costs nothing until one scrolls, and is laid out then`, async ({
    page,
  }) => {
    await page.goto(path)
    // It has run all that it runs by itself.
    await expect(page.locator('[data-behaviour=header]')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await waitingSections(page)).not.toEqual([])
    await allLaidOut(page)
  })

test('the scroll bar is about as long before all is laid out', async ({ page }) => {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.goto('/')
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  const before = await height()
  await allLaidOut(page)
  const after = await height()
  expect(before).toBeGreaterThanOrEqual(after)
  expect(before).toBeLessThan(after * 1.35)
})

test('a jump stays at its target', async ({ page }) => {
  await page.goto('/')
  const demo = page.locator('#demo')
  await demo.evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await expect.poll(() => waitingSections(page)).toEqual([])
  await expect(demo.getByRole('heading').first()).toBeInViewport()
})

test('the End key leads to the end', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have none')
  await page.goto('/')
  await page.keyboard.press('End')
  await expect.poll(() => waitingSections(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - scrollY - innerHeight))
    .toBeLessThan(2)
})

for (const words of ['Hours saved per run', 'How is CAL priced?'])
  test(`a link to the passage “${words}” leads to it`, async ({ page }) => {
    await page.goto(`/#:~:text=${encodeURIComponent(words)}`)
    await expect.poll(() => restingPlace(page)).toBeGreaterThan(0)
    await expect(page.locator('main').getByText(words).first()).toBeInViewport()
    expect(await waitingSections(page)).toEqual([])
  })

for (const key of ['Control+f', 'Meta+f', 'F3'])
  test(`all is laid out before ${key} finds words in it`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'phones have none')
    await page.goto('/')
    expect(await waitingSections(page)).not.toEqual([])
    await page.keyboard.press(key)
    expect(await waitingSections(page)).toEqual([])
  })

test('the focus leads to its field, however long a frame takes', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Browsers scroll alike at every width.')
  // Any timer is over before a busy device has drawn its next frame: here all are over at once.
  await page.addInitScript(() => {
    const later = setTimeout
    Reflect.set(globalThis, 'setTimeout', (run: () => void, _: number, ...args: []) => later(run, 0, ...args))
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/near-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const field = page.locator('#roi').getByRole('textbox').first()
  await field.focus()
  await page.waitForFunction(() => scrollY > innerHeight)
  release()
  await expect.poll(() => waitingSections(page)).toEqual([])
  await expect(field).toBeInViewport()
})

test('opening the popup lays out nothing of what it covers', async ({ page }) => {
  await page.goto('/')
  // A click by hand may scroll to it.
  await page.locator('#hero').getByRole('link', { name: 'Get Early Access' }).dispatchEvent('click')
  await expect(page.getByRole('dialog').getByLabel('Work email')).toBeFocused()
  expect(await waitingSections(page)).not.toEqual([])
})

test.describe('before any script of home has run', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  })

  for (const path of ['/', '/platform'])
    test(`the first screen of ${path} alone is laid out, and all the rest is there as one scrolls`, async ({
      page,
    }) => {
      await page.goto(path)
      const closing = page.locator('main > section').last().getByRole('heading').first()
      const [, ...below] = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id))
      expect(await waitingSections(page)).toEqual(below)
      await closing.scrollIntoViewIfNeeded()
      await expect(closing).toBeInViewport()
    })

  test('a link leads to its section, past all that was not laid out', async ({ page }) => {
    await page.goto('/')
    await page.locator('#hero').getByRole('link', { name: 'Get Early Access' }).click()
    await expect(page).toHaveURL('/#join')
    await expect(page.locator('#join').getByLabel('Work email')).toBeInViewport()
  })

  test(
    'a press hits what it was on, though more is laid out above it',
    { tag: '@firefox' },
    async ({ page }) => {
      await page.goto('/')
      const question = page.locator('#faq').getByRole('link', { name: 'How is CAL priced?' })
      await question.scrollIntoViewIfNeeded()
      await question.hover()
      await page.mouse.down()
      await page.evaluate(
        () => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))),
      )
      await page.mouse.up()
      await expect(page).toHaveURL('/#how-is-cal-priced')
      await expect(page.locator('#how-is-cal-priced')).toBeInViewport()
    },
  )

  test(
    'the focus leads to its field, past all that was not laid out',
    { tag: '@firefox' },
    async ({ page }) => {
      await page.goto('/')
      const rate = page.getByRole('textbox', { name: 'Hourly rate' })
      await rate.focus()
      await expect(rate).toBeInViewport()
    },
  )

  test(
    'whoever asks for a section, or comes back to a place, finds it',
    { tag: '@firefox' },
    async ({ page }) => {
      // The rules of all below the first screen come when the page could be there without them.
      await page.route('**/assets/below-*.css', async (route) => {
        await expect(page.locator('#below')).toBeAttached()
        await route.continue()
      })
      await page.goto('/#security')
      await expectAtTop(page, 'security')
      const place = await page.evaluate(() => scrollY)
      await page.reload({ waitUntil: 'commit' })
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
      await expectAtTop(page, 'security')
    },
  )
})

test('a section that another page’s link leads to is met where it is', async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL(/\/#security$/)
  await expectAtTop(page, 'security')
})

/** How far the page is scrolled once it rests; 0 while it moves. */
async function restingPlace(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const before = scrollY
    await new Promise((later) => setTimeout(later, 300))
    return scrollY === before ? before : 0
  })
}

/** Sees that an element begins right below the header, where all is laid out. */
async function expectAtTop(page: Page, id: string): Promise<void> {
  const away = () =>
    page.evaluate((anchor) => {
      const { top } = document.getElementById(anchor)!.getBoundingClientRect()
      return Math.abs(top - document.querySelector('header')!.getBoundingClientRect().height)
    }, id)
  await expect.poll(away).toBeLessThan(2)
  expect(await waitingSections(page)).toEqual([])
}
