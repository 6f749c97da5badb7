import type { Locator } from '@playwright/test'
import { FIRST, openPlaying, parts, SECOND, watchRecord } from './support/examples.ts'
import { expect, test } from './support/test.ts'

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

test('a record is always there: the next one is drawn over it', async ({ page }) => {
  test.slow()
  const { carousel } = await openPlaying(page)
  const seen = await watchRecord(carousel)
  await page.clock.runFor(4600 * 2 + 3000)
  const frames = await seen()
  expect(new Set(frames.flat())).toEqual(new Set(['S-01', 'S-02', 'S-03']))
  const whole = frames.filter((records) => records.length === 1)
  expect(whole.length / frames.length).toBeGreaterThan(0.9)
})

test('a mouse that rests on it does not stop it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a touch screen has no hover')
  const { section, carousel, shown } = await openPlaying(page)
  await carousel.hover({ position: { x: 200, y: 30 } })
  await page.clock.runFor(4700)
  await expect(shown(SECOND)).toBeVisible()
  await expect(carousel).toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
})

test('a keyboard’s focus pauses it at a whole example, and the button says so', async ({ page }) => {
  test.slow()
  const { section, carousel, next, shown } = await openPlaying(page)
  await page.clock.runFor(4600 + 300)
  await next.focus()
  await expect(carousel).not.toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: 'Play examples' })).toBeVisible()
  await page.clock.runFor(500)
  await expect(carousel.locator('[data-current] [data-part=input]').last()).toHaveCSS('opacity', '1')
  const seen = await watchRecord(carousel)
  await page.clock.runFor(6000)
  expect(new Set((await seen()).flat())).toEqual(new Set(['S-02']))
  await expect(shown(SECOND)).toBeVisible()
  await next.blur()
  await expect(carousel).toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
})

test('a hidden tab and being off screen pause it too', async ({ page }) => {
  const { carousel } = await openPlaying(page)
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
})

test('the pause button stops it until it is pressed again', async ({ page }) => {
  const { section, carousel, shown } = await openPlaying(page)
  await section.getByRole('button', { name: 'Pause examples' }).click()
  await page.clock.runFor(20_000)
  await expect(shown(FIRST)).toBeVisible()
  await section.getByRole('button', { name: 'Play examples' }).click()
  await expect(carousel).toHaveAttribute('data-playing')
  await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
})

test('it ends at the first use of a control, and the button says so', async ({ page }) => {
  const { section, carousel, next, shown } = await openPlaying(page)
  await next.click()
  await expect(section.getByRole('button', { name: 'Play examples' })).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(20_000)
  await expect(shown(SECOND)).toBeVisible()
  await expect(carousel).not.toHaveAttribute('data-playing')
})

test('what the visitor chooses is drawn over what was there', async ({ page }) => {
  const { carousel, next } = await openPlaying(page)
  const seen = await watchRecord(carousel)
  await next.click()
  await page.clock.runFor(1000)
  await next.click()
  await page.clock.runFor(1000)
  const frames = await seen()
  expect(new Set(frames.flat())).toEqual(new Set(['S-01', 'S-02', 'S-03']))
  expect(frames.at(-1)).toEqual(['S-03'])
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

test('an arrow with another key stays the browser’s shortcut, and moves nothing', async ({ page }) => {
  const { section, next, shown } = await openPlaying(page)
  await next.focus()
  for (const key of ['Alt', 'Control', 'Meta', 'Shift']) await page.keyboard.press(`${key}+ArrowRight`)
  await expect(section.locator('[aria-live=polite]')).toBeEmpty()
  await expect(shown(FIRST)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(shown(SECOND)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all seven examples are on the page and scroll', async ({ page }) => {
    await page.goto('/')
    const { section, next } = parts(page)
    await expect(section.getByRole('article')).toHaveCount(7)
    await expect(next).toBeHidden()
    await section.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(section.getByRole('article').last()).toBeInViewport()
    await expect(section.getByText('7 of 7')).toBeVisible()
  })
})

test('its buttons, which have no words, say in a tooltip what they do', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Fingers don’t point.')
  await page.goto('/')
  const { section, carousel, previous, next } = parts(page)
  await carousel.scrollIntoViewIfNeeded()
  await expect(carousel).toHaveAttribute('data-playing')
  const toggle = section.locator('[data-part=toggle]')
  const points = async (button: Locator, words: string) => {
    await page.mouse.move(5, 5, { steps: 8 })
    await button.hover()
    await expect(page.getByRole('tooltip', { name: words })).toBeAttached()
  }
  await points(toggle, 'Pause examples')
  await toggle.click()
  await points(toggle, 'Play examples')
  await points(next, 'Next example')
  await next.click()
  await points(previous, 'Previous example')
})
