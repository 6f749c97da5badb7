import { expect, test, type Page } from '@playwright/test'
import { parts, SECOND } from './support/examples.ts'

// What can't be fetched is logged by the browser, so these journeys don't ask for a silent console.

for (const file of ['roi.island', 'near', 'behaviours'] as const)
  test(`a calculator whose code (${file}) can’t be had counts all that was pressed once the network is back`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const lost = new RegExp(`/assets/${file}-[\\w-]+\\.js`)
    let failures = 0
    await page.route(lost, (route) => {
      failures++
      return route.abort('internetdisconnected')
    })
    await page.goto('/#roi')
    const more = page.getByRole('button', { name: 'Increase hours saved per run' })
    await more.click()
    await expect.poll(() => failures).toBeGreaterThan(0)
    await more.click()
    await page.unroute(lost)
    const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
    // A try may be under way that fails yet, and hears of nothing.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(hours).toHaveValue('3', { timeout: 500 })
    }).toPass()
    await more.click()
    await expect(hours).toHaveValue('3.5')
  })

test('a section whose code failed to load works from the next press on', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/near-'))
  await page.route(/\/assets\/near-/, (route) => route.abort('internetdisconnected'))
  await page.goto('/#how-it-works')
  await failed
  await page.unroute(/\/assets\/near-/)
  const came = page.waitForResponse(/\/assets\/near-/)
  await page.locator('#how-it-works').getByRole('heading').first().click()
  expect((await came).ok()).toBe(true)
})

test('a link to a section whose page failed to load does not scroll a later visit', async ({
  page,
  baseURL,
  isMobile,
}) => {
  await page.clock.install()
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.route(`${baseURL}/`, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await failed
  await page.unroute(`${baseURL}/`)
  await page.clock.fastForward(30_000)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scroll-to'))).toBeNull()
  await page.clock.runFor(400)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/** Keeps files from coming. Resolves to what ends that, once one has failed. */
async function lose(page: Page, files: RegExp, address: string): Promise<() => Promise<void>> {
  const failed = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await page.route(files, (route) => route.abort('internetdisconnected'))
  await page.goto(address)
  await failed
  return () => page.unroute(files)
}

test('examples whose motion fails to load can be stepped through, and play once it loads', async ({
  page,
}) => {
  const { section, next, shown } = parts(page)
  const found = await lose(page, /\/assets\/(?:stage\.)?motion-/, '/#how-it-works')
  const play = section.getByRole('button', { name: 'Play examples' })
  await expect(next).toBeVisible()
  await expect(play).toBeHidden()
  await next.click()
  await expect(shown(SECOND)).toBeVisible()
  await expect(play).toBeHidden()
  await found()
  // A try may be under way that fails yet, and hears of nothing.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(play).toBeVisible({ timeout: 500 })
  }).toPass()
  await play.click()
  await expect(section.getByRole('button', { name: 'Pause examples' })).toBeVisible()
})

test('a lens whose motion fails to load turns once it loads', async ({ page, isMobile }) => {
  test.skip(isMobile, 'The lens is drawn on large screens.')
  const disc = page.locator('[data-behaviour=lens] [data-part=disc]').first()
  const motion = /\/assets\/(?:lens\.)?motion-/
  await page.route(motion, (route) => route.abort('internetdisconnected'))
  await page.goto('/platform')
  const failed = page.waitForEvent('requestfailed')
  await disc.scrollIntoViewIfNeeded()
  await failed
  await page.unroute(motion)
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(disc).toHaveAttribute('transform', /matrix/, { timeout: 500 })
  }).toPass()
})

test('a part that fails breaks no other part, and loses nothing in the outbox', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLDetailsElement.prototype.querySelector = () => {
      throw new TypeError('The menu can’t be attached.')
    }
    const entry = { email: 'dana@company.com' }
    const waiting = { key: 'k', entry, source: 'hero', opened: Date.now(), at: Date.now() }
    localStorage.setItem('outbox', JSON.stringify([waiting]))
  })
  await page.route('**/api/waitlist?*', (route) => route.fulfill({ json: {} }))
  const sent = page.waitForRequest('**/api/waitlist?*')
  const failed = page.waitForEvent('pageerror')
  await page.goto('/')
  expect((await failed).message).toBe('The menu can’t be attached.')
  expect((await sent).postDataJSON()).toEqual({ email: 'dana@company.com' })
  await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }))
  await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(page.getByRole('banner')).not.toHaveAttribute('data-scrolled')
})

test('a page whose script fails to load reads like one without scripts', async ({ page }) => {
  await lose(page, /\/assets\/app-/, '/')
  const { section, next } = parts(page)
  await expect(next).toBeHidden()
  await expect(section.getByText('7 of 7')).toBeVisible()
  await page.goto('/contact')
  await expect(page.getByText('This form needs JavaScript for its bot check.')).toBeVisible()
})
