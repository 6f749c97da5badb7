import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { receiptOf, test } from './support/own-studio.ts'
import { box, choose, chooseAndConfirm, expect, openDocument, publish } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })

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
  await expect(receipt).toContainText(/Published \d+:\d\d.*Rendered\s*Live in [\d.]+ s/u)
  await expect(receipt.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
  expect(await served(baseURL)).toContain('Lead one.')
})

test('the receipt of the settings names what is still a placeholder', async ({ page }) => {
  await openDocument(page, 'settings')
  await box(page, 'brand.descriptor').fill('Execution Governance Engine.')
  await publish(page)
  const receipt = receiptOf(page)
  await expect(receipt).toContainText(/Live in [\d.]+ s/u)
  await expect(receipt).toContainText('With placeholders:')
  await receipt.getByRole('link', { name: '“Addresses › Sales email”' }).click()
  await expect(box(page, 'links.salesEmail')).toBeInViewport()
})

test('a draft with other words is marked as different from what is live, until it is discarded', async ({
  page,
}) => {
  await openDocument(page, 'about')
  const receipt = receiptOf(page)
  await expect(receipt).toContainText('Live in')
  await expect(receipt).not.toContainText('Draft differs')
  await box(page, 'lead').fill('Not published.')
  await expect(receipt).toContainText('Draft differs from live')
  await chooseAndConfirm(page, /discard/i)
  await expect(receipt).not.toContainText('Draft differs')
})

test('what is published from the dialog of an item has its receipt in sight, with its pages on demand', async ({
  page,
}) => {
  await openDocument(page, 'settings')
  await page.getByRole('tab', { name: 'Navigation' }).click()
  await page.getByTestId('field-navigation').getByRole('button', { name: 'Security Security' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Safety')
  await publish(page)
  const receipt = receiptOf(page)
  await expect(receipt).toContainText('Live in')
  await expect(dialog).toBeVisible()
  // Nothing lies over it: a click reaches the button.
  await receipt.getByRole('button', { name: /^On \d+ pages$/u }).click()
  const pages = receipt.getByRole('link')
  await expect(pages.filter({ hasText: 'Home' })).toHaveAttribute('href', '/')
  await expect(pages.filter({ hasText: 'Terms of service' })).toHaveAttribute('href', '/tos')
  await expect(receipt).not.toContainText('/home')
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
  await expect(receipt).toContainText(/Published \d+:\d\d.*Held/u)
  await expect(receipt).toContainText('The site still shows the previous version.')
  await expect(receipt).toContainText('“Mission” is empty.')
  const banner = page.getByRole('status', { name: 'State of the site' })
  await expect(banner.getByRole('link', { name: 'About' })).toBeVisible()
  await receipt.getByRole('link', { name: 'Go to the field' }).click()
  await expect(page).toHaveURL(/path%3Dmission\?perspective=$/u)
  await expect(box(page, 'mission.title')).toBeInViewport()
  expect((await fetch(`${baseURL}/about`)).status).toBe(200)
  await lake.client.patch('about').set({ mission }).commit()
  await expect(receipt).toContainText('Live in')
  await expect(banner).toBeEmpty()
})

test('a page that never was live and is held is said to be off the site', async ({ page, lake }) => {
  const title = 'Page without parts'
  const id = await lake.plant({ _type: 'landingPage', title })
  await openDocument(page, 'landingPage', id)
  await expect(receiptOf(page)).toContainText('It is not on the site yet.')
  const banner = page.getByRole('status', { name: 'State of the site' })
  await expect(banner).toHaveText(`Not on the site until a field is corrected: ${title}.`)
  await lake.client.delete(id)
  await expect(banner).toBeEmpty()
})

test('a page that may not leave leads to the field that needs it', async ({ page, lake, baseURL }) => {
  const shared = {
    _type: 'landingPage',
    indexed: true,
    seo: { title: 'A page', description: 'What it is about.' },
  }
  const quote = { _type: 'quoteBlock', _key: 'q', quote: 'Yes.', person: 'Dana' }
  const slug = { _type: 'slug', current: 'leaving' }
  const leaving = await lake.plant({ ...shared, title: 'Leaving', slug, blocks: [quote] })
  const button = { _type: 'action', _key: 'a', label: 'Go', leads: 'link', href: '/leaving' }
  const call = { _type: 'callBlock', _key: 'c', title: 'Go.', actions: [button] }
  const needing = await lake.plant({
    ...shared,
    title: 'Needing',
    slug: { ...slug, current: 'needing' },
    blocks: [call],
  })
  await expect.poll(async () => (await fetch(`${baseURL}/needing`)).status).toBe(200)
  await lake.client.delete(leaving)

  await openDocument(page, 'landingPage', leaving)
  const banner = page.getByRole('status', { name: 'State of the site' })
  await expect(banner).toContainText(
    /previous version of .+“Leaving” \(a field of Needing\): a field must be corrected/u,
  )
  await expect(banner.getByRole('link').last()).toHaveAttribute('href', new RegExp(needing, 'u'))
  await receiptOf(page).getByRole('link', { name: 'Go to the field' }).click()
  await expect(page).toHaveURL(new RegExp(`${needing}.*href`, 'u'))
  await lake.client.delete(needing)
  await expect(banner).toBeEmpty()
  expect((await fetch(`${baseURL}/leaving`)).status).toBe(404)
})

test('a document that is on no page says where to add it, but only once it is published', async ({
  page,
  lake,
}) => {
  const id = `test-${randomUUID()}`
  const step = { _type: 'step', title: 'Check', text: 'Look at it twice.' }
  await lake.client.create({ _id: `drafts.${id}`, ...step })
  const answered = page.waitForResponse(`**/api/publishes/${id}`)
  await openDocument(page, 'step', id)
  await answered
  await expect(page.getByText('On no page yet.')).toHaveCount(0)
  await publish(page)
  await expect(receiptOf(page)).toContainText('On no page yet.')
  await receiptOf(page).getByRole('link', { name: 'Add it to the list on the home page' }).click()
  await expect(page).toHaveURL(/home.*path%3Dfeatures\.steps/u)
  await expect(page.getByTestId('field-features.steps')).toBeInViewport()
  await lake.client.delete(id)
})

test('a document that is added to the site as it is published names its pages, with the form still open', async ({
  page,
  lake,
}) => {
  const id = await lake.plant({ _type: 'step', title: 'Check', text: 'Look at it twice.' })
  try {
    await openDocument(page, 'step', id)
    await expect(receiptOf(page)).toContainText('On no page yet.')
    await box(page, 'title').fill('Check thrice')
    await choose(page, /^Publish and add to the site$/)
    await expect(receiptOf(page)).toContainText(/Live in .*On 2 pages/)
  } finally {
    await lake.client
      .patch('home')
      .unset([`features.steps[_ref == "${id}"]`])
      .commit()
  }
})

test('a version is looked at, told apart and gone back to, and what is published meanwhile waits', async ({
  page,
  baseURL,
  refusals,
}) => {
  refusals.push(/^503 .*\/switch$/u, /^502 .*\/preview\/open$/u)
  await openDocument(page, 'about')
  await publishLead(page, 'Lead two.')
  await expect(receiptOf(page)).toContainText('Live in')
  expect(await served(baseURL)).toContain('Lead two.')

  // Pictures come by themselves once the server answers.
  await page.route('**/api/preview/open', (route) => route.fulfill({ status: 502 }), { times: 1 })
  await page.getByRole('link', { name: 'Site versions' }).click()
  const versions = page.getByRole('main').locator('ol > li')
  const newest = versions.first()
  await expect(newest).toContainText('Visitors see this')
  await expect(newest).toContainText('Local editor · On About')
  await expect(newest.getByRole('link', { name: 'About', exact: true })).toBeVisible()
  await expect(newest.frameLocator('iframe').getByText('Lead two.')).toBeAttached()
  await newest.getByRole('button', { name: 'What changed' }).click()
  await expect(newest).toContainText(/About\s*Before: Lead one\.\s*After: Lead two\./u)

  const earlier = versions.nth(1)
  const [look] = await Promise.all([
    page.waitForEvent('popup'),
    earlier.getByRole('link', { name: 'Look at it' }).click(),
  ])
  await expect(look.getByText(/The site as of/u)).toBeVisible()
  await look.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(look).toHaveURL(/\/-\/release\/.*\/about$/u)
  await expect(look.getByText('Lead one.')).toBeVisible()
  await look.close()
  expect(await served(baseURL)).toContain('Lead two.')

  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(wide).toBe(0)
  const problem = { status: 503, json: { detail: 'The disk is full.' } }
  await page.route('**/switch', (route) => route.fulfill(problem), { times: 1 })
  await earlier.getByRole('button', { name: 'Go back to this' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Visitors see the version of .* until you go forward/u)
  await page.getByRole('button', { name: 'Show this version' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  // Why not is said until it is tried again, however often the list is asked for meanwhile.
  const refusal = page.getByRole('alert').filter({ hasText: 'The disk is full.' })
  await expect(refusal).toBeVisible()
  for (let polls = 0; polls < 2; polls += 1) await page.waitForResponse('**/api/releases')
  await expect(refusal).toBeVisible()
  await earlier.getByRole('button', { name: 'Go back to this' }).click()
  await page.getByRole('button', { name: 'Show this version' }).click()
  await expect(refusal).toBeHidden()
  await expect(earlier).toContainText('Visitors see this')
  await expect.poll(() => served(baseURL)).toContain('Lead one.')

  await openDocument(page, 'about')
  await publishLead(page, 'Lead three.')
  await expect(receiptOf(page)).toContainText('The site is held at an earlier version.')
  expect(await served(baseURL)).toContain('Lead one.')

  await page.getByRole('link', { name: 'Start', exact: true }).click()
  const notLive = page.getByRole('region', { name: 'Not live yet' })
  await expect(notLive).toContainText(/Published, and waiting\s*About/u)
  await expect(page.getByRole('region', { name: 'Held back' })).toContainText('so what is published waits.')
  const banner = page.getByRole('status', { name: 'State of the site' })
  await expect(banner).toContainText('Visitors see the version of')
  await banner.getByRole('link', { name: 'Open Site versions' }).click()
  const state = page.getByRole('region', { name: 'What waits' })
  await expect(state.getByRole('link', { name: 'About' })).toBeVisible()
  await state.getByRole('button', { name: 'Go forward to the newest' }).click()
  await expect.poll(() => served(baseURL)).toContain('Lead three.')
  await expect(state).toHaveCount(0)
  // What was pressed is gone, and the keyboard goes on here.
  await expect(page.getByRole('heading', { name: 'Site versions' })).toBeFocused()
  await openDocument(page, 'about')
  await expect(receiptOf(page)).toContainText('Live in')
})
