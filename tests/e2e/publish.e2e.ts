import type { Page } from '@playwright/test'
import { newSiteFolder, removeSiteFolder, startOwnSite } from '../support/own-site.ts'
import { box, expect, openDocument, publish, studioIsBuilt, test as studioTest } from './support/studio.ts'

/** The Studio on a server of its own: these tests hold its site back, which no other test is to see. */
const test = studioTest.extend<{ baseURL: string }, { ownUrl: string }>({
  ownUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, provide, { project }) => {
      // Two servers would build it at once.
      await studioIsBuilt(project.use.baseURL ?? '')
      const folder = newSiteFolder()
      const site = await startOwnSite(folder)
      await studioIsBuilt(site.url)
      await provide(site.url)
      await site.kill('SIGTERM')
      removeSiteFolder(folder)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownUrl }, provide) => provide(ownUrl),
})

test.describe.configure({ mode: 'serial' })

function receiptOf(page: Page) {
  return page.getByRole('status', { name: 'Publish receipt' })
}

/** The page as a visitor gets it now. */
async function served(baseURL: string | undefined): Promise<string> {
  return (await fetch(`${baseURL}/about`)).text()
}

/** Changes the lead of the page about, and publishes it. */
async function publishLead(page: Page, lead: string): Promise<void> {
  await box(page, 'lead').fill(lead)
  await publish(page)
}

test('a publish is shown on its way, and live with its page once that is served', async ({
  page,
  baseURL,
}) => {
  await openDocument(page, 'about')
  await publishLead(page, 'Lead one.')
  const receipt = receiptOf(page)
  await expect(receipt).toContainText(/Published\s*Rendered\s*Live in [\d.]+ s/u)
  await expect(receipt.getByRole('link', { name: '/about' })).toHaveAttribute('href', '/about')
  expect(await served(baseURL)).toContain('Lead one.')
})

test('the receipt of the settings names what still stands in for something', async ({ page }) => {
  await openDocument(page, 'settings')
  await box(page, 'brand.descriptor').fill('Execution Governance Engine.')
  await publish(page)
  const receipt = receiptOf(page)
  await expect(receipt).toContainText(/Live in [\d.]+ s/u)
  await expect(receipt).toContainText('With placeholders:')
  await receipt.getByRole('link', { name: '“Addresses › Sales email”' }).click()
  await expect(box(page, 'links.salesEmail')).toBeInViewport()
})

test('a publish that would break its page is held, with the way to the field', async ({
  page,
  lake,
  baseURL,
}) => {
  const mission: unknown = (await lake.client.getDocument('about'))?.['mission']
  await lake.client.patch('about').unset(['mission']).commit()
  await openDocument(page, 'about')
  const receipt = receiptOf(page)
  await expect(receipt).toContainText(/Published\s*Held/u)
  await expect(receipt).toContainText('The site still shows the version before.')
  await receipt.getByRole('link', { name: 'Go to “Mission”' }).click()
  await expect(page).toHaveURL(/path%3Dmission$/u)
  await expect(box(page, 'mission.title')).toBeInViewport()
  expect((await fetch(`${baseURL}/about`)).status).toBe(200)
  await lake.client.patch('about').set({ mission }).commit()
  await expect(receipt).toContainText('Live in')
})

test('the site goes back to an earlier release and forward again, in one click each', async ({
  page,
  baseURL,
}) => {
  await openDocument(page, 'about')
  await publishLead(page, 'Lead two.')
  await expect(receiptOf(page)).toContainText('Live in')
  expect(await served(baseURL)).toContain('Lead two.')

  await page.getByRole('link', { name: 'Releases' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Served now')
  await expect(rows.nth(1)).toContainText('Local editor')
  await expect(rows.nth(1).getByRole('link', { name: 'About', exact: true })).toBeVisible()
  await rows.nth(2).getByRole('button', { name: 'Go back to this' }).click()
  await expect(rows.nth(2)).toContainText('Served now')
  await expect.poll(() => served(baseURL)).toContain('Lead one.')

  await openDocument(page, 'about')
  await publishLead(page, 'Lead three.')
  await expect(receiptOf(page)).toContainText('The site is held at the release of')
  expect(await served(baseURL)).toContain('Lead one.')

  await page.getByRole('link', { name: 'Releases' }).click()
  await page.getByRole('button', { name: 'Go forward to the newest' }).click()
  await expect.poll(() => served(baseURL)).toContain('Lead three.')
  await openDocument(page, 'about')
  await expect(receiptOf(page)).toContainText('Live in')
})
