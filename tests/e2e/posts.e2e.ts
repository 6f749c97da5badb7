import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './support/test.ts'

/** How many entries of the visitors' server have this address and are no suspected spam. */
function entriesOf(address: string): number {
  const { dataDir } = JSON.parse(process.env['E2E_VISITORS'] ?? '{}') as { dataDir: string }
  const store = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'), { readOnly: true })
  const found = store.prepare('select 1 from waitlist where email = ? and suspected = 0').all(address)
  store.close()
  return found.length
}

function email(project: string, name: string): string {
  return `${name}-${project}-${Date.now()}@company.com`
}

test('an entry of the popup is stored', async ({ page }, { project }) => {
  const address = email(project.name, 'popup')
  await page.goto('/about')
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await page.getByLabel('Work email').fill(address)
  const answered = page.waitForResponse('**/api/waitlist?*')
  await page.getByRole('button', { name: 'Reserve My Spot' }).click()
  await page.getByLabel('Company', { exact: true }).fill('Acme')
  // Who answers within a second is suspected of being a robot, and not counted.
  await page.waitForTimeout(1100)
  await page.getByRole('button', { name: 'Submit & Get Priority' }).click()
  expect((await answered).status()).toBe(201)
  await expect(page.getByText("Thanks — you're officially in!")).toBeVisible()
  expect(entriesOf(address)).toBe(1)
})

test('an entry that was sent offline is stored on the next visit, once', async ({
  page,
  context,
  browser,
  baseURL,
}, { project }) => {
  const address = email(project.name, 'offline')
  await page.goto('/about')
  await page.getByRole('link', { name: 'Join Waitlist' }).click()
  await page.getByLabel('Work email').fill(address)
  await page.getByRole('button', { name: 'Reserve My Spot' }).click()
  await expect(page.getByRole('button', { name: 'Submit & Get Priority' })).toBeVisible()
  // Who answers within a second is suspected of being a robot, and not counted.
  await page.waitForTimeout(1100)
  await context.route('**/api/waitlist?*', (route) => route.abort('internetdisconnected'))
  await page.close()
  await context.unroute('**/api/waitlist?*')

  // The browser is started again: all it has is what was stored.
  const later = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
  })
  const visit = await later.newPage()
  const sent = visit.waitForResponse('**/api/waitlist?*')
  await visit.goto('/privacy')
  expect((await sent).status()).toBe(201)
  await expect.poll(() => visit.evaluate(() => localStorage.getItem('outbox'))).toBeNull()
  expect(entriesOf(address)).toBe(1)
  await later.close()
})

test('a message passes the real bot check and is stored', async ({ page }, { project }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Dana Scully')
  await page.getByLabel('Email', { exact: true }).fill(email(project.name, 'message'))
  await page.getByLabel('Message').fill('Could you tell us more about per-tenant isolation?')
  const answered = page.waitForResponse('**/api/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await answered).status()).toBe(201)
  await expect(page.getByText("Message sent! We'll be in touch within 24 hours.")).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the plain form is stored and answered by a page', async ({ page }, { project }) => {
    await page.goto('/#join')
    const field = page.getByLabel('Work email')
    await field.fill(email(project.name, 'plain'))
    await field.press('Enter')
    await expect(page).toHaveURL(/\/received$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list.')
  })
})
