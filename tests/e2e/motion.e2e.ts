import type { Page } from '@playwright/test'
import { stopClock } from './support/clock.ts'
import { allLaidOut } from './support/layout.ts'
import { expect, test } from './support/test.ts'

/** What moves last in a section, and what it is like while the section waits to be seen. */
const entrances = {
  cal: { moves: 'reader', waiting: { opacity: '0' } },
  security: { moves: 'request', waiting: { width: 0 } },
  closing: { moves: 'seal', waiting: { opacity: '0' } },
} as const

for (const [id, { moves, waiting }] of Object.entries(entrances)) {
  test(`§ ${id} plays its entrance once it is seen, and ends complete`, async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.goto('/')
    const last = page.locator(`#${id} [data-part=${moves}]`).last()
    const state = () =>
      last.evaluate((element) => ({
        opacity: getComputedStyle(element).opacity,
        width: Math.round(element.getBoundingClientRect().width),
      }))
    const complete = await state()
    await stopClock(page)
    const root = page.locator(`#${id} [data-motion]`)
    // Just below the fold: near, but not seen.
    await root.evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 40, behavior: 'instant' }),
    )
    await expect(async () => {
      await page.clock.runFor(50)
      expect(await state()).toMatchObject(waiting)
    }).toPass()
    await root.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(async () => {
      await page.clock.runFor(500)
      expect(await state()).toEqual(complete)
    }).toPass()
  })
}

test('a section that is opened by its address stays as it is', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/#closing', { waitUntil: 'networkidle' })
  const seal = page.locator('#closing [data-part=seal]')
  await expect(seal).toHaveCSS('opacity', '1')
  await expect(seal).not.toHaveAttribute('style', /.+/)
  // Its words go all the way around: from their end to their beginning, in units of the drawing.
  const gap = await seal.locator('text').evaluate((words: SVGTextElement) => {
    const [from, to] = [
      words.getStartPositionOfChar(0),
      words.getEndPositionOfChar(words.getNumberOfChars() - 1),
    ]
    return Math.hypot(to.x - from.x, to.y - from.y)
  })
  expect(gap).toBeLessThan(8)
})

test('five shooting stars appear once the first view is complete', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const stars = page.locator('#hero [data-behaviour=stars] > i')
  const drawn = () =>
    stars.evaluateAll((all) => all.filter((star) => star.getClientRects().length > 0).length)
  await expect(stars).toHaveCount(5)
  expect(await drawn()).toBe(5)
  // By day it is quieter.
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await drawn()).toBeLessThan(4)
})

test('a switch stills the stars, and lets them shoot again', async ({ page }) => {
  await page.goto('/')
  const star = page.locator('#hero [data-behaviour=stars] > i').first()
  const still = page.locator('#hero').getByRole('checkbox', { name: 'Pause the shooting stars' })
  await expect(still).toBeVisible()
  await expect(star).toHaveCSS('animation-play-state', 'running')
  await still.check()
  await expect(star).toHaveCSS('animation-play-state', 'paused')
  await still.focus()
  await page.keyboard.press('Space')
  await expect(star).toHaveCSS('animation-play-state', 'running')
})

test('by day no star crosses the headline of a low first view', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  for (const path of ['/about', '/not-found']) {
    await page.goto(path)
    const stars = page.locator('[data-behaviour=stars] > i')
    await expect(stars).toHaveCount(5)
    const crossing = await stars.evaluateAll((all) => {
      const title = document.createRange()
      title.selectNodeContents(document.querySelector('h1') ?? document)
      const words = title.getBoundingClientRect()
      return all
        .flatMap((star) => star.getAnimations())
        .filter((flight) => {
          const { delay = 0, duration } = flight.effect?.getComputedTiming() ?? {}
          const star = (flight.effect as KeyframeEffect).target
          flight.pause()
          return Array.from({ length: 100 }, (_, i) => i / 100).some((share) => {
            flight.currentTime = delay + share * Number(duration)
            // They fall to the right: the head is the lower right corner.
            const { right: x = 0, bottom: y = 0 } = star?.getBoundingClientRect() ?? {}
            return x > words.left && x < words.right && y > words.top && y < words.bottom
          })
        }).length
    })
    expect(crossing, path).toBe(0)
  }
})

/** What moves for ever, by the name of its animation's element; each has a control that pauses it. */
const ENDLESS: Record<string, string[]> = {
  '/': ['stars', 'marquee'],
  '/platform': [],
  '/about': [],
  '/not-found': [],
}

for (const [path, wanted] of Object.entries(ENDLESS)) {
  test(`on ${path} nothing moves by itself for more than five seconds without a control`, async ({
    page,
  }) => {
    await page.goto(path)
    // They come after the page, and those of a page without a switch shoot once.
    await expect(page.locator('[data-behaviour=stars] > i')).toHaveCount(5)
    await allLaidOut(page)
    const endless = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect, timeline }) => {
        const { endTime } = effect?.getComputedTiming() ?? {}
        const bySelf = timeline instanceof DocumentTimeline && Number(endTime) > 5000
        const target = bySelf && effect instanceof KeyframeEffect ? effect.target : null
        return target
          ? (target.closest<HTMLElement>('[data-behaviour]')?.dataset['behaviour'] ?? target.outerHTML)
          : []
      }),
    )
    expect(new Set(endless)).toEqual(new Set(wanted))
  })
}

/** Records layout shifts from the first paint on; returns what sums them up. */
async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total = globalThis as unknown as { shift: number }
        total.shift += (entry as unknown as { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
}

/** What is less than this is a letter that moves by a fraction of a pixel as the font arrives. */
const HAIR = 0.001

test('nothing shifts while the home page is read', async ({ page }) => {
  const shifts = await recordShifts(page)
  await page.goto('/')
  const ends = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < ends; y += 500) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(60)
  }
  expect(await shifts()).toBeLessThan(HAIR)
})

test('nothing shifts while a slow page arrives', async ({ page }) => {
  const shifts = await recordShifts(page)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 20_000,
    uploadThroughput: 20_000,
  })
  await page.goto('/')
  await expect(page.locator('#hero').getByRole('article')).toBeVisible()
  expect(await shifts()).toBeLessThan(HAIR)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('two stars stand still and nothing else moves', async ({ page }) => {
    await page.goto('/')
    const stars = page.locator('#hero [data-behaviour=stars] > i')
    await expect(stars).toHaveCount(5)
    const shown = await stars.evaluateAll((all) =>
      all.filter((star) => getComputedStyle(star).opacity !== '0'),
    )
    expect(shown).toHaveLength(2)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await expect(page.getByRole('checkbox', { name: 'Pause the shooting stars' })).toBeHidden()
  })
})

test('the stars come after the page, and the demo preview’s script and draft when it is near', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const nearScripts = () => asked.filter((url) => /\/near-[\w-]+\.js/.test(url)).length
  // A font that is on its way keeps the page from being complete.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(500)
  const stars = page.locator('#hero [data-behaviour=stars] > i')
  await expect(stars).toHaveCount(0)
  release()
  await expect(stars).toHaveCount(5)
  expect(nearScripts()).toBe(0)
  const draft = page.locator('#demo [data-part=draft]')
  await expect(draft).toHaveCount(0)
  await page.locator('#demo').scrollIntoViewIfNeeded()
  await expect.poll(nearScripts).toBe(1)
  await expect(draft).toHaveCount(1)
})
