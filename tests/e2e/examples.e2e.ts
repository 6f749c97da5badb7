import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const FIRST = 'Checkout p95 jumped after the 14:10 deploy'
const SECOND = 'Q3 cloud spend: $220k over plan, and why'

function parts(page: Page) {
  const section = page.locator('#how-it-works')
  return {
    section,
    carousel: section.locator('[data-behaviour=examples]'),
    previous: section.getByRole('button', { name: 'Previous example' }),
    next: section.getByRole('button', { name: 'Next example' }),
    shown: (title: string) => section.getByRole('heading', { name: title, level: 3 }),
  }
}

/** Opens the page with time standing still and the carousel just below the fold, at its first moment. */
async function openNear(page: Page) {
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await page.clock.pauseAt(60_000)
  const all = parts(page)
  await all.carousel.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 40, behavior: 'instant' }),
  )
  const record = all.carousel.locator('[data-current] [data-part=record]')
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(record).not.toHaveCSS('transform', 'none', { timeout: 100 })
  }).toPass()
  return { ...all, record }
}

async function openPlaying(page: Page) {
  const all = await openNear(page)
  await all.carousel.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(all.carousel).toHaveAttribute('data-playing')
  return all
}

test('an example takes 1800, 600 and 800 ms, is held for 1400 ms, and the next one follows', async ({
  page,
}) => {
  const { carousel, shown } = await openPlaying(page)
  const at = async (ms: number, phase: string) => {
    await page.clock.runFor(ms)
    await expect(carousel).toHaveAttribute('data-phase', phase)
  }
  await at(50, 'input')
  await at(1700, 'input')
  await at(100, 'pause')
  await at(500, 'pause')
  await at(100, 'output')
  await at(700, 'output')
  await at(100, 'hold')
  await at(1300, 'hold')
  await expect(shown(FIRST)).toBeVisible()
  await at(100, 'input')
  await expect(shown(FIRST)).toBeHidden()
  await expect(shown(SECOND)).toBeVisible()
})

test('the lines above the controls change every 2800 ms', async ({ page }) => {
  const { section } = await openPlaying(page)
  await page.clock.runFor(2700)
  await expect(section.getByText('Tailored to role, task and company.')).toBeVisible()
  await page.clock.runFor(200)
  await expect(section.getByText('Tailored to role, task and company.')).toBeHidden()
  await expect(section.getByText('Bound by your rules.')).toBeVisible()
})

test('autoplay goes round to the first example', async ({ page }) => {
  test.slow()
  const { shown } = await openPlaying(page)
  await page.clock.runFor(4600 * 7 + 300)
  await expect(shown(FIRST)).toBeVisible()
})

test('hovering shows the whole example and waits; leaving goes on', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a touch screen has no hover')
  const { carousel, shown } = await openPlaying(page)
  await page.clock.runFor(300)
  await carousel.hover({ position: { x: 200, y: 30 } })
  await expect(carousel).not.toHaveAttribute('data-playing')
  await page.clock.runFor(500)
  for (const part of ['input', 'record']) {
    await expect(carousel.locator(`[data-current] [data-part=${part}]`).last()).toHaveCSS('opacity', '1')
  }
  await page.clock.runFor(20_000)
  await expect(shown(FIRST)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(1500)
  await expect(shown(SECOND)).toBeVisible()
})

test('an example that comes to rest under the pointer is shown whole', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a touch screen has no hover')
  const { carousel, record } = await openNear(page)
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 700)
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(record).toHaveCSS('transform', /none|matrix\(1, 0, 0, 1, 0, 0\)/, { timeout: 100 })
  }).toPass()
  await expect(carousel).not.toHaveAttribute('data-playing')
})

test('focus, a hidden tab and being off screen pause it too', async ({ page }) => {
  const { carousel, next, section } = await openPlaying(page)
  await next.focus()
  await expect(carousel).not.toHaveAttribute('data-playing')
  await next.blur()
  await expect(carousel).toHaveAttribute('data-playing')

  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await expect(carousel).not.toHaveAttribute('data-playing')
  await hide(false)
  await expect(carousel).toHaveAttribute('data-playing')

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(carousel).not.toHaveAttribute('data-playing')
  await carousel.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(carousel).toHaveAttribute('data-playing')
  await expect(section).toBeVisible()
})

test('the pause button stops it until it is pressed again', async ({ page }) => {
  const { section, carousel, shown } = await openPlaying(page)
  await section.getByRole('button', { name: 'Pause examples' }).click()
  await page.mouse.move(5, 5)
  await page.clock.runFor(20_000)
  await expect(shown(FIRST)).toBeVisible()
  await section.getByRole('button', { name: 'Play examples' }).click()
  await expect(carousel).toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
})

test('previous is disabled at the first example; next at the seventh goes to the first', async ({ page }) => {
  await page.goto('/')
  const { section, previous, next, shown } = parts(page)
  await section.scrollIntoViewIfNeeded()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(shown(SECOND)).toBeVisible()
  await expect(previous).toBeEnabled()
  for (let i = 3; i <= 7; i++) await next.click()
  await expect(section.getByRole('listitem').filter({ hasText: '7 of 7' })).toBeVisible()
  await next.click()
  await expect(shown(FIRST)).toBeVisible()
  await expect(previous).toBeDisabled()
})

test('a keyboard steps through it, and only that is announced', async ({ page }) => {
  const { section, next, previous, shown } = await openPlaying(page)
  const announced = section.locator('[aria-live=polite]')
  await page.clock.runFor(5000)
  await expect(shown(SECOND)).toBeVisible()
  await expect(announced, 'what plays by itself does not chatter').toBeEmpty()

  await next.focus()
  await page.keyboard.press('Enter')
  await expect(announced).toContainText('3 of 7')
  await page.keyboard.press('ArrowLeft')
  await expect(announced).toHaveText('Finance: quarter-close chatter to board brief, 2 of 7')
  await page.keyboard.press('Shift+Tab')
  await expect(previous).toBeFocused()
  await page.keyboard.press('Space')
  await expect(shown(FIRST)).toBeVisible()
  await expect(next, 'focus is not lost with the button that it was on').toBeFocused()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing plays by itself and the buttons swap the examples', async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.goto('/')
    const { section, next, shown } = parts(page)
    await section.scrollIntoViewIfNeeded()
    await page.clock.runFor(20_000)
    await expect(shown(FIRST)).toBeVisible()
    await expect(section.getByRole('button', { name: 'Pause examples' })).toBeHidden()
    await next.click()
    await expect(shown(SECOND)).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all seven examples are there and scroll', async ({ page }) => {
    await page.goto('/')
    const { section, next } = parts(page)
    await expect(section.getByRole('article')).toHaveCount(7)
    await expect(next).toBeHidden()
    await section.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(section.getByRole('article').last()).toBeInViewport()
    await expect(section.getByText('7 of 7')).toBeVisible()
  })
})
