import { landingPage } from '../support/landing-pages.ts'
import { shownPage } from './support/preview.ts'
import { choose, expect, goTo, openDocument, studioIsBuilt, test } from './support/studio.ts'

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('an editor makes a link for somebody in the Studio, copies it, and withdraws it there', async ({
  page,
  context,
  request,
  refusals,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The list is not answered once, nor is the first try to make a link.
  refusals.push(/^503 .*\/preview\/shares$/)
  const problem = { status: 503, json: { detail: 'The disk is full.' } }
  const isAnswered = Promise.withResolvers<void>()
  await page.route('**/preview/shares', (route) => route.fulfill(problem), { times: 1 })
  await goTo(page, '/studio/structure/about')
  await choose(page, /share draft/i)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Works for').selectOption('30 days')
  await dialog.getByLabel('For whom').fill('Ada, legal')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await page.route(
    '**/preview/shares',
    async (route) => {
      await isAnswered.promise
      await route.fulfill(problem)
    },
    { times: 1 },
  )
  const make = dialog.getByRole('button', { name: 'Make a link' })
  await make.click()
  await expect(make).toBeDisabled()
  isAnswered.resolve()
  await expect(dialog.getByRole('alert')).toContainText('The disk is full.')
  await expect(dialog.getByLabel('For whom')).toHaveValue('Ada, legal')
  await make.click()
  const link = await dialog.getByLabel(/new link/i).inputValue()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect((await request.get(link)).status()).toBe(200)
  const [made] = (await (await request.get('/api/preview/shares')).json()) as Record<string, string>[]
  const ms = Date.parse(made?.['expiresAt'] ?? '') - Date.parse(made?.['createdAt'] ?? '')
  expect(ms / 86_400_000).toBe(30)
  const listed = dialog.getByRole('list', { name: 'Links that work' })
  await expect(listed).toContainText(/Ada, legal\s*Draft of About, from About\./u)
  await dialog.getByRole('button', { name: 'Withdraw the link for Ada, legal' }).click()
  await expect.poll(async () => (await request.get(link)).status()).toBe(410)
  await expect(dialog.getByText('Ada, legal', { exact: true })).toHaveCount(0)
  // The keyboard is still in the dialog, whose button went.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a link that somebody else withdrew meanwhile leaves the list, which says so', async ({
  page,
  request,
  refusals,
}) => {
  refusals.push(/^404 .*\/preview\/shares\//)
  const data = { perspective: 'drafts', path: '/about', recipient: 'Grace' }
  const made = (await (await request.post('/api/preview/shares', { data })).json()) as { id: string }
  await goTo(page, '/studio/structure/about')
  await choose(page, /share draft/i)
  const dialog = page.getByRole('dialog')
  const withdraw = dialog.getByRole('button', { name: 'Withdraw the link for Grace' })
  await expect(withdraw).toBeVisible()
  await request.delete(`/api/preview/shares/${made.id}`)
  await withdraw.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Somebody else withdrew this link meanwhile, or it has ended. It no longer works.',
  )
  await expect(withdraw).toHaveCount(0)
})

test('a link to a page that was never published shows its title', async ({ page, lake }) => {
  const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage('webinar-page', { blocks: [] })
  const id = await lake.plant({ ...fields, title: 'Webinar page' })
  await lake.client.create({ ...fields, title: 'Webinar page', _id: `drafts.${id}` })
  await lake.client.delete(id)
  await goTo(page, `/studio/intent/edit/id=${id};type=landingPage/`)
  await choose(page, /share draft/i)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'The draft of “Webinar page”' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const listed = dialog.getByRole('list', { name: 'Links that work' })
  await expect(listed).toContainText('Draft of Webinar page, from /webinar-page.')
  await dialog.getByRole('button', { name: 'Withdraw the link for whoever has it' }).click()
  await expect(listed).toBeHidden()
})

test('the menu of a document opens its draft in its page, and compares that with what is live', async ({
  page,
  lake,
}) => {
  const id: string = await lake.client.fetch('*[_id == "home"][0].faq.groups[1]._ref')
  await goTo(page, `/studio/structure/faqGroup;${id}`)
  const [tab] = await Promise.all([page.waitForEvent('popup'), choose(page, /compare with live/i)])
  await expect(tab).toHaveURL(/\/-\/compare\/$/u)
  await expect(tab.getByRole('slider', { name: /divider/i })).toBeVisible()
  await tab.close()
  await choose(page, /open draft/i)
  await expect(page).toHaveURL(/\/studio\/presentation\/faqGroup\/.*preview=.*%23faq/u)
  await expect((await shownPage(page)).locator('#faq')).toBeInViewport()

  // A document on several pages asks which one to open.
  await goTo(page, '/studio/structure/settings')
  await choose(page, /open draft/i)
  await page.getByRole('dialog').getByRole('button', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL(/\/studio\/presentation\/settings\/.*preview=.*\/contact/u)

  // A legal page of the site's own is at its own address, and redirects are on no page.
  const legal = { ...(await lake.client.getDocument('legal-tos')), _type: 'legalPage', title: 'Imprint' }
  const imprint = await lake.plant({ ...legal, slug: { _type: 'slug', current: 'imprint-of-ours' } })
  await goTo(page, `/studio/intent/edit/id=${imprint};type=legalPage/`)
  await choose(page, /open draft/i)
  await expect(page).toHaveURL(/\/studio\/presentation\/legalPage\/.*preview=.*\/imprint-of-ours/u)
  await openDocument(page, 'redirects')
  await expect(page.getByTestId('action-publish')).toBeVisible()
  await expect(page.getByTestId('action-menu-button')).toHaveCount(0)
})
