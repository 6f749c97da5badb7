import { stopClock } from './support/clock.ts'
import { codeOfNear } from './support/near.ts'
import { expect, test } from './support/test.ts'
import { translate } from './support/translate.ts'

for (const [final, first, midway] of [
  ['5', '0', /^[1-4]$/],
  ['60', '0', /^[1-5]\d$/],
  ['9.3', '0.0', /^[1-8]\.\d$/],
] as const) {
  test(`${final} is counted up to once, in 1.5 s`, async ({ page }) => {
    await page.clock.install({ time: 0 })
    await page.goto('/')
    await stopClock(page)
    const counter = page.getByRole('definition').getByText(final, { exact: true })
    await counter.scrollIntoViewIfNeeded()
    await expect(counter).toHaveAttribute('data-count', first)
    await expect(async () => {
      await page.clock.runFor(100)
      await expect(counter).toHaveAttribute('data-count', midway, { timeout: 100 })
    }).toPass()
    await expect(counter, 'what is read stays the final value').toHaveText(final)
    await page.clock.runFor(1500)
    await expect(counter).not.toHaveAttribute('data-count')

    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect(counter).not.toBeInViewport()
    await counter.scrollIntoViewIfNeeded()
    await expect(counter).toBeInViewport()
    await page.clock.runFor(500)
    await expect(counter, 'once is enough').not.toHaveAttribute('data-count')
  })
}

test('the animation library is fetched when the first counter comes near, not before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  const library = () => asked.filter((url) => url.includes('/motion-'))
  expect(library()).toEqual([])
  await page.getByRole('definition').getByText('60', { exact: true }).scrollIntoViewIfNeeded()
  await expect.poll(library).toHaveLength(1)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the counters stand at their final values', async ({ page }) => {
    const code = codeOfNear(page)
    await page.goto('/')
    await page.evaluate(() => {
      const counts: string[] = []
      Object.assign(globalThis, { counts })
      const note = (records: MutationRecord[]) =>
        counts.push(...records.map(({ target }) => (target as HTMLElement).dataset['count'] ?? 'done'))
      new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-count'] })
    })
    const hours = page.getByRole('definition').getByText('9.3', { exact: true })
    await hours.scrollIntoViewIfNeeded()
    await code
    expect(await page.evaluate(() => (globalThis as unknown as { counts: string[] }).counts)).toEqual([])
    await expect(hours).toHaveText('9.3')
  })
})

test('a figure that a translator writes differently stays as it is', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/near-/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const counters = page.locator('#why-now [data-behaviour=counter]')
  await translate(counters.last())
  await counters.last().scrollIntoViewIfNeeded()
  release()
  await expect(counters.first(), 'the others count').toHaveAttribute('data-count')
  await expect(counters.last()).toHaveText('9,3')
  await expect(counters.last()).not.toHaveAttribute('data-count')
})

test('the problem, the execution gap and three figures say why now', async ({ page }) => {
  await page.goto('/')
  const section = page.locator('#why-now')
  await expect(section.getByRole('heading', { name: 'The problem' })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'The execution gap' })).toBeVisible()
  await expect(section.getByRole('definition')).toHaveText(['$5M+', '60%', '9.3 hours'])
})

test('a figure waits until 30 % of it is seen, then takes 1.5 s', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.goto('/')
  await stopClock(page)
  const counter = page.getByRole('definition').getByText('60', { exact: true })
  const show = (share: number) =>
    counter.evaluate((element, part) => {
      const { top, height } = element.getBoundingClientRect()
      scrollBy({ top: top + height * part - innerHeight, behavior: 'instant' })
    }, share)
  await show(0.28)
  await expect(counter).toHaveAttribute('data-count', '0')
  await page.waitForTimeout(200)
  await page.clock.runFor(1000)
  await expect(counter).toHaveAttribute('data-count', '0')
  await show(0.32)
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(counter).not.toHaveAttribute('data-count', '0', { timeout: 100 })
  }).toPass()
  await page.clock.runFor(1350)
  await expect(counter).toHaveAttribute('data-count')
  await page.clock.runFor(200)
  await expect(counter).not.toHaveAttribute('data-count')
})
