import { clientOf } from '../support/lake.ts'
import { expect, test } from './support/test.ts'

const PUBLISHES = 20

// A visitor's page, among tests of the Studio.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Publishes again and again, each time a change that is on every page, and waits until it is served. */
async function publishOften(url: string): Promise<void> {
  const client = clientOf(url)
  const { line } = await client.fetch<{ line: string }>('*[_id == "settings"][0].footer{line}')
  for (let round = 1; round <= PUBLISHES; round++) {
    const text = round < PUBLISHES ? `Published ${round} times.` : line
    await client.patch('settings').set({ 'footer.line': text }).commit()
    if (round === PUBLISHES) return
    await expect
      .poll(async () => (await (await fetch(`${url}/about`)).text()).includes(text), { intervals: [50] })
      .toBe(true)
  }
}

test('everything in a tab opened 20 publishes ago still works', async ({ page, context, baseURL }) => {
  const contact = await context.newPage()
  await contact.goto('/contact')
  await page.goto('/')
  await publishOften(baseURL ?? '')

  await page.bringToFront()
  await page.getByRole('button', { name: /Switch to (?:dark|light) theme/ }).click()
  await page.getByRole('link', { name: 'Get Early Access' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Work email').fill('old-tab@company.com')
  await dialog.getByRole('button', { name: 'Reserve My Spot' }).click()
  const posted = page.waitForResponse((response) => response.url().includes('/api/waitlist'))
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  expect((await posted).ok()).toBe(true)

  await page.locator('#how-it-works').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Next example' }).click()
  await expect(page.locator('#how-it-works').getByRole('button', { name: 'Previous example' })).toBeEnabled()

  const hours = page.getByRole('textbox', { name: 'Hours saved per run', exact: true })
  await hours.scrollIntoViewIfNeeded()
  await hours.fill('4')
  await expect(page.locator('#roi h3 + p')).toHaveText('$960,000')
  await page.locator('#faq summary').nth(1).click()
  await expect(page.locator('#faq').getByRole('heading', { level: 4 }).nth(4)).toBeVisible()

  await contact.bringToFront()
  await contact.getByLabel('Name', { exact: true }).fill('Dana')
  await contact.getByLabel('Email', { exact: true }).fill('dana@company.com')
  await contact.getByLabel('Message', { exact: true }).fill('Still here.')
  await contact.getByRole('button', { name: 'Send Message' }).click()
  await expect(contact.getByText(/^Message sent!/)).toBeVisible()
})
