import { expect, test, type Page } from '@playwright/test'
import { entry, goOn, openPopup, reserve, watchWaitlist } from './support/waitlist.ts'

// Lost networks are logged by the browser, so these journeys don't ask for a silent console.

const waiting = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('outbox') ?? '[]') as { key: string }[])

for (const answer of ['offline', 429, 503] as const) {
  test(`a send that fails (${answer}) changes nothing to see, and is made good by the next page`, async ({
    page,
  }) => {
    const { posts, answerWith } = await watchWaitlist(page)
    answerWith(answer)
    const dialog = await openPopup(page)
    await reserve(dialog)
    await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
    await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
    await expect(page.getByText('Something went wrong')).toBeHidden()
    expect(await waiting(page)).toHaveLength(1)

    await page.keyboard.press('Escape')
    await expect.poll(() => posts.length).toBe(2)
    answerWith(201)
    await page.goto('/about')
    await expect.poll(() => waiting(page)).toEqual([])
    expect(posts.map(({ body }) => body)).toEqual([entry(), entry(), entry()])
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1)

    await page.goto('/platform')
    await page.mouse.wheel(0, 500)
    await page.waitForLoadState('networkidle')
    expect(posts).toHaveLength(3)
  })
}

test('a send that fails in the browser changes nothing visible either', async ({ page }) => {
  await watchWaitlist(page)
  await page.addInitScript(() => {
    Crypto.prototype.getRandomValues = () => {
      throw new Error('This browser has no random numbers.')
    }
  })
  const dialog = await openPopup(page)
  await reserve(dialog)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(errors).toEqual([])
})

test('an entry that the API refuses is not sent again', { tag: '@firefox' }, async ({ page }) => {
  const { posts, answerWith } = await watchWaitlist(page)
  answerWith(422)
  const dialog = await openPopup(page)
  await dialog.getByLabel('Work email').fill('dana@company.com')
  await page.keyboard.press('Escape')
  await expect.poll(() => posts.length).toBe(1)
  await expect.poll(() => waiting(page)).toEqual([])
  await goOn(page)
  expect(posts).toHaveLength(1)
})

test('a send is given up after ten seconds, then the last step shows', async ({ page }) => {
  const { answerWith } = await watchWaitlist(page)
  answerWith('never')
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible({
    timeout: 25_000,
  })
  expect(await waiting(page)).toHaveLength(1)
})

test('leaving the page sends the entry, as closing does', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByLabel('Company', { exact: true }).fill('Acme')
  await page.goto('/about')
  await expect.poll(() => waiting(page)).toEqual([])
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
  expect(posts[0]?.body).toEqual(entry({ company: 'Acme' }))
})

test('leaving the page in step 1 sends nothing that was only typed, nor what was taken back', async ({
  page,
}) => {
  const { posts } = await watchWaitlist(page)
  const typed = await openPopup(page)
  await typed.getByLabel('Work email').fill('dana@company.com')
  await page.goto('/about')
  const takenBack = await openPopup(page)
  await reserve(takenBack, 'dana@compnay.com')
  await takenBack.getByRole('button', { name: 'Change' }).click()
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(await waiting(page)).toEqual([])
  expect(posts).toEqual([])
})

test('leaving while it is being sent loses nothing', async ({ page }) => {
  const { posts, answerWith } = await watchWaitlist(page)
  answerWith('never')
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByText('11-50').click()
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect.poll(() => posts.length).toBe(1)
  answerWith(200)
  await page.goto('/about')
  await expect.poll(() => waiting(page)).toEqual([])
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
  expect(posts.at(-1)?.body).toEqual(entry({ companySize: '11-50' }))
})

test('a closed tab leaves the entry for the next one', async ({ page, context }) => {
  const { answerWith, posts } = await watchWaitlist(page)
  answerWith('offline')
  const dialog = await openPopup(page)
  await reserve(dialog)
  await page.close({ runBeforeUnload: true })
  const next = await context.newPage()
  answerWith(200)
  await next.goto('/privacy')
  await expect.poll(() => waiting(next)).toEqual([])
  expect(posts.at(-1)?.body).toEqual(entry())
})

/** Shows the page to nobody, or to somebody again: what a browser does to a tab in the background. */
const turn = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('a hidden tab that is ended without an event, as phones do, leaves the entry for the next visit', async ({
  page,
  context,
}) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await dialog.getByLabel('First name').fill('Dana')
  await turn(page, 'hidden')
  await expect.poll(() => waiting(page)).toHaveLength(1)
  expect(posts).toEqual([])
  const ended = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await ended
  const next = await context.newPage()
  await next.goto('/about')
  await expect.poll(() => posts.map(({ body }) => body)).toEqual([entry({ firstName: 'Dana' })])
})

test('a popup that comes back into view continues as before', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog, 'dana@compnay.com')
  await turn(page, 'hidden')
  await expect.poll(() => waiting(page)).toHaveLength(1)
  await turn(page, 'visible')
  expect(await waiting(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change' }).click()
  await turn(page, 'hidden')
  expect(await waiting(page), 'what was taken back').toEqual([])
  await turn(page, 'visible')
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  await turn(page, 'hidden')
  expect(await waiting(page), 'what was received').toEqual([])
  await turn(page, 'visible')
  await page.keyboard.press('Escape')
  await goOn(page)
  expect(posts.map(({ body }) => body)).toEqual([entry()])
})

test('a hidden tab that is closed with an event sends its entry once', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  await turn(page, 'hidden')
  await page.goto('/about')
  await expect.poll(() => waiting(page)).toEqual([])
  expect(posts.map(({ body }) => body)).toContainEqual(entry())
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
})

test('the entry goes out when the network returns', async ({ page, context }) => {
  const { posts, answerWith } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  // Playwright answers for the API even offline, so both have to be told.
  answerWith('offline')
  await context.setOffline(true)
  await dialog.getByLabel('Work email').fill('dana@company.com')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => waiting(page)).toHaveLength(1)
  answerWith(200)
  await context.setOffline(false)
  await expect.poll(() => waiting(page)).toEqual([])
  expect(posts.at(-1)?.body).toEqual(entry())
})

test('a page that is prerendered sends nothing until it is shown', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
    localStorage.setItem(
      'outbox',
      JSON.stringify([
        {
          key: 'k',
          source: 'hero',
          opened: Date.now(),
          at: Date.now(),
          entry: { email: 'dana@company.com' },
        },
      ]),
    )
  })
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(posts).toEqual([])
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
  await expect.poll(() => posts.length).toBe(1)
})
