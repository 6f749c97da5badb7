import { type Page, expect, test as plain } from '@playwright/test'
import { entry, reserve, watchWaitlist } from './support/waitlist.ts'

// Browsers trust no page that comes over plain HTTP from another machine: of `crypto` and `navigator` it has a part.

/** Opens a page of the site at an address that is neither HTTPS nor this machine's. */
async function open(page: Page, path: string, baseURL: string | undefined) {
  await page.context().route('http://site.test/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}` }) })
  })
  const watched = await watchWaitlist(page)
  await page.goto(`http://site.test${path}`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  return watched
}

// Requests that are still open as a test ends.
plain.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

plain('an entry is sent over plain HTTP, too', async ({ page, baseURL }) => {
  const { posts } = await open(page, '/', baseURL)
  await page.getByRole('link', { name: 'Get Early Access' }).first().click()
  const dialog = page.getByRole('dialog')
  await reserve(dialog)
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('heading', { name: "Thanks — you're officially in!" })).toBeVisible()
  expect(posts.map(({ body }) => body)).toEqual([entry()])
  expect(posts[0]?.key).toMatch(/^[\x21-\x7E]{20,200}$/u)
})

plain(
  'an address that can’t be copied is shown and marked, for copying by hand',
  async ({ page, baseURL }) => {
    await open(page, '/contact', baseURL)
    await page.getByRole('button', { name: 'Copy address' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'sales@example.com' })).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('sales@example.com')
  },
)
