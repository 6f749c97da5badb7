import type { Locator, Page } from '@playwright/test'
import { open } from './support/platform.ts'
import { expect, test } from './support/test.ts'

const slides = (page: Page) => page.getByRole('list', { name: 'How it works' }).getByRole('listitem')
const shown = (page: Page, title: string) => page.getByRole('heading', { level: 3, name: title })
const TITLES = { first: 'Checkout p95 jumped', second: 'Q3 cloud spend' }

interface Finger {
  x: number
  y: number
  id?: number
}

/** A finger that moves `dx` px in about `ms`. */
async function swipe(page: Page, dx: number, ms: number): Promise<void> {
  const area = await page.getByRole('list', { name: 'How it works' }).boundingBox()
  if (!area) throw new Error('The slides have no box.')
  const [x, y] = [195 - dx / 2, area.y + 150]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const steps = 8
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(x + (dx * i) / steps, y)
    if (ms > 0) await page.waitForTimeout(ms / steps)
  }
  await page.mouse.up()
}

/** Returns where the slides have been moved to since. */
async function watchDrag(list: Locator): Promise<() => Promise<string[]>> {
  const seen = await list.evaluateHandle((root) => {
    const transforms: string[] = []
    new MutationObserver((changes) => {
      for (const { target } of changes) transforms.push((target as HTMLElement).style.transform)
    }).observe(root, { subtree: true, attributeFilter: ['style'] })
    return transforms
  })
  return async () => (await seen.jsonValue()).filter((transform) => transform !== '')
}

const at = (page: Page, n: number): Locator =>
  page.getByRole('button', { name: `Go to slide ${n}`, exact: true })

/** Swipes until slide `n` shows: on a busy machine the finger may seem to rest before it lifts. */
async function swipeTo(page: Page, dx: number, n: number): Promise<void> {
  await expect(async () => {
    await swipe(page, dx, 0)
    await expect(at(page, n)).toHaveAttribute('aria-current', 'true', { timeout: 500 })
  }).toPass()
}

test.describe('on phones', () => {
  test.skip(({ isMobile }) => !isMobile)

  test('swipes go on and back, and wrap at both ends', async ({ page }) => {
    await open(page)
    await expect(at(page, 1)).toHaveAttribute('aria-current', 'true')
    await swipeTo(page, -200, 2)
    await expect(shown(page, TITLES.second)).toBeVisible()
    await expect(shown(page, TITLES.first)).toBeHidden()
    await swipeTo(page, 200, 1)
    await swipeTo(page, 200, 7)
    await swipeTo(page, -200, 1)
  })

  test('a slow or short drag stays', async ({ page }) => {
    await open(page)
    await swipe(page, -60, 800)
    await swipe(page, -10, 0)
    await expect(at(page, 1)).toHaveAttribute('aria-current', 'true')
    await expect(shown(page, TITLES.first)).toBeVisible()
  })

  test('dots jump, and the caption says how', async ({ page }) => {
    await open(page)
    await at(page, 5).click()
    await expect(at(page, 5)).toHaveAttribute('aria-current', 'true')
    await expect(at(page, 1)).not.toHaveAttribute('aria-current')
    await expect(
      page.getByText('Swipe to see examples. Note: the product adapts to any input, not just these.'),
    ).toBeVisible()
  })

  test('scrolling over the slides scrolls the page, and two fingers enlarge it', async ({ page }) => {
    await open(page)
    const list = page.getByRole('list', { name: 'How it works' })
    const { y: top, height } = (await list.boundingBox()) ?? { y: 0, height: 0 }
    expect(height).toBeGreaterThanOrEqual(420)
    const screen = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
      screen.send('Input.dispatchTouchEvent', { type, touchPoints })
    /** Puts fingers down, moves them by 80 px and lifts them; `place` says where they are after how many px. */
    const moveAll = async (place: (px: number) => Finger[]) => {
      await send('touchStart', place(0))
      for (let px = 20; px <= 80; px += 20) await send('touchMove', place(px))
      await send('touchEnd', [])
    }
    const [x, y] = [195, top + 250]
    const from = await page.evaluate(() => scrollY)
    await moveAll((px) => [{ x, y: y - px }])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(from)
    const dragged = await watchDrag(list)
    await moveAll((px) => [
      { x: x - 30 - px, y, id: 0 },
      { x: x + 30 + px, y, id: 1 },
    ])
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1)
    expect(await dragged()).toEqual([])
  })
})

test.describe('on large screens', () => {
  test.skip(({ isMobile }) => isMobile)

  test('seven tabs choose the example', async ({ page }) => {
    await open(page)
    const tabs = page.getByRole('list', { name: 'Slides' }).getByRole('button')
    await expect(tabs).toHaveCount(7)
    await page.getByRole('button', { name: 'Finance' }).click()
    await expect(shown(page, TITLES.second)).toBeVisible()
    await expect(shown(page, TITLES.first)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Finance' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText('Choose an example.')).toBeVisible()
    await expect(page.getByText('Swipe to see examples.')).toBeHidden()
  })

  test('choosing shifts nothing', async ({ page }) => {
    await open(page)
    const top = () =>
      page
        .getByText('Choose an example.')
        .evaluate((caption) => caption.getBoundingClientRect().top + scrollY)
    const before = await top()
    for (const team of ['Legal', 'BizOps', 'CX']) {
      await page.getByRole('button', { name: team }).click()
      expect(await top()).toBe(before)
    }
  })
})

test('screen readers are told which slide was chosen', async ({ page }) => {
  await open(page)
  const status = page.locator('[data-behaviour=slides] [data-part=status]')
  await expect(status).toHaveAttribute('aria-live', 'polite')
  await expect(status).toHaveText('')
  await page.locator('[data-part=choice]:visible').nth(1).click()
  await expect(status).toHaveText(/^Q3 cloud spend/)
})

test('a list that has the focus keeps it as the slides come to life', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/near-/, async (route) => {
    await held
    await route.continue()
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/platform')
  const list = page.getByRole('list', { name: 'How it works' })
  await list.focus()
  release()
  await expect(async () => {
    await page
      .locator('[data-part=choice]:visible')
      .nth(1)
      .evaluate((choice: HTMLElement) => choice.click())
    await expect(shown(page, TITLES.second)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(list).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(list).not.toBeFocused()
  await expect(list).not.toHaveAttribute('tabindex')
})

test('the record of a new slide is drawn in 600 ms, unless less motion is asked for', async ({ page }) => {
  const drawn = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-part=slide][data-current] [data-part=wipe]')].flatMap((wipe) =>
        wipe.getAnimations().map((animation) => animation.effect?.getTiming().duration),
      ),
    )
  await page.goto('/platform')
  const list = page.getByRole('list', { name: 'How it works' })
  await list.evaluate((element) => element.scrollIntoView())
  await expect(list).not.toHaveAttribute('tabindex')
  expect(await drawn()).toEqual([])
  const choose = (n: number) =>
    page
      .locator('[data-part=choice]:visible')
      .nth(n)
      .evaluate((choice: HTMLElement) => choice.click())
  await choose(1)
  expect(await drawn()).toEqual([600])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await choose(2)
  expect(await drawn()).toEqual([])
})

test('without scripts all seven examples can be read', async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  await page.goto(`${baseURL}/platform`)
  await expect(slides(page).filter({ has: page.getByRole('article') })).toHaveCount(7)
  await expect(page.getByRole('button', { name: /Go to slide|Finance/ })).toHaveCount(0)
  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  // There is nothing to choose an example by.
  await expect(page.getByText(/^Swipe to see examples\./)).toBeVisible()
  await expect(page.getByText(/^Choose an example\./)).toBeHidden()
  await context.close()
})

test('under 640 px slides are swiped, from there on chosen by tabs', async ({ page }) => {
  await page.setViewportSize({ width: 639, height: 800 })
  await page.goto('/platform')
  const finance = page.getByRole('button', { name: 'Finance' })
  await expect(at(page, 7)).toBeVisible()
  await expect(finance).toBeHidden()
  await page.setViewportSize({ width: 640, height: 800 })
  await expect(at(page, 7)).toBeHidden()
  await expect(finance).toBeVisible()
})

test('a slide reads from its inputs through the engine to the record, and is 420 px high or more', async ({
  page,
}) => {
  await open(page)
  const slide = slides(page).filter({ has: page.getByRole('heading', { name: TITLES.first }) })
  await expect(slide.locator('[data-part=stage]')).toHaveCSS('min-height', '420px')
  const middles = []
  for (const part of [
    slide.getByRole('list', { name: 'Inputs' }),
    slide.locator('[data-part=engine]'),
    slide.getByRole('article'),
  ]) {
    const box = await part.boundingBox()
    if (!box) throw new Error('A part of the slide has no box.')
    middles.push(box.x + box.width / 2 + (box.y + box.height / 2))
  }
  expect(middles).toEqual(middles.toSorted((one, other) => one - other))
  await expect(slide.locator('[data-part=engine]')).toHaveCSS('border-radius', '50%')
})
