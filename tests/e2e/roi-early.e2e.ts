import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Scripts that come late, once released, leave time to type into what is only HTML yet. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('what was typed before the calculator came to life counts', async ({ page }) => {
  await page.goto('/')
  const release = await holdScripts(page)
  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  await hours.fill('4')
  expect(await page.evaluate(() => Object.keys(document.querySelector('[data-island=roi]') ?? {}))).toEqual(
    [],
  )
  release()
  await expect(page.locator('#roi h3 + p')).toHaveText('$960,000')
  await expect(hours).toHaveValue('4')
})

test('what was typed before the calculator came to life counts in fields that were left, too', async ({
  page,
}) => {
  await page.goto('/')
  const release = await holdScripts(page)
  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  await hours.fill('4')
  await page.getByRole('textbox', { name: 'Team size', exact: true }).fill('20')
  release()
  await expect(page.locator('#roi h3 + p')).toHaveText('$1,920,000')
  await expect(hours).toHaveValue('4')
})

test('what was typed before any code of the page came counts', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/u, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  await hours.fill('4')
  release()
  await expect(page.locator('#roi h3 + p')).toHaveText('$960,000')
  await expect(hours).toHaveValue('4')
})

test('what was pressed before any code of the calculator came counts once', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/behaviours-[\w-]+\.js/u, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/#roi', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Increase hours saved per run' }).click()
  release()
  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  await expect(hours).toHaveValue('2.5')
  // A second one would come as the first did: with the code that was late.
  await page.getByRole('button', { name: 'Decrease hours saved per run' }).click()
  await expect(hours).toHaveValue('2')
})

test('what was pressed before the calculator came to life counts, and as often as it was', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/#roi', { waitUntil: 'networkidle' })
  // The page's own scripts are there, and React's are late.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/near-')),
  )
  const release = await holdScripts(page)
  const more = page.getByRole('button', { name: 'Increase hours saved per run' })
  await more.click()
  await more.click()
  await page.getByRole('textbox', { name: 'Team size', exact: true }).press('ArrowUp')
  expect(await page.evaluate(() => Object.keys(document.querySelector('[data-island=roi]') ?? {}))).toEqual(
    [],
  )
  release()
  await expect(page.getByRole('textbox', { name: 'Hours saved per run', exact: true })).toHaveValue('3')
  await expect(page.getByRole('textbox', { name: 'Team size', exact: true })).toHaveValue('11')
  await expect(page.locator('#roi h3 + p')).toHaveText('$792,000')
})

test('screen readers watch the place for what can’t be read before anything stands there', async ({
  page,
}) => {
  await page.goto('/#roi')
  const session = await page.context().newCDPSession(page)
  const fault = page.locator('#roi small[aria-live]').first()
  await expect(fault).toBeEmpty()
  const { result } = await session.send('Runtime.evaluate', {
    expression: "document.querySelector('#roi small[aria-live]')",
  })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  expect(nodes.map(({ ignored }) => ignored)).toEqual([false])
  const room = await fault.evaluate(
    (element) =>
      element.getBoundingClientRect().bottom -
      (element.previousElementSibling?.getBoundingClientRect().bottom ?? 0),
  )
  expect(room).toBe(0)
})
