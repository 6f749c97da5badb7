import { landingPage } from '../support/landing-pages.ts'
import { draft, openDraft } from './support/preview.ts'
import { expect, studioIsBuilt, test } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

// A draft of a page that there is one of: each test leaves none behind.
test.afterEach(async ({ lake }) => {
  await lake.client.delete('drafts.about')
})

test('an outsider sees a shared draft until it is revoked, and nothing else', async ({
  browser,
  lake,
  baseURL,
  request,
  refusals,
}) => {
  await draft(lake, 'about', { title: 'Not for everybody yet' })
  const made = await request.post('/api/preview/shares', { data: { perspective: 'drafts', path: '/about' } })
  const { id, url, expiresAt } = (await made.json()) as { id: string; url: string; expiresAt: string }
  const there = { locale: 'en-GB', timezoneId: 'Asia/Tokyo' }
  const context = await browser.newContext({ baseURL: baseURL ?? '', ...there })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not for everybody yet')
  const bar = page.locator('preview-bar')
  await expect(bar).toContainText('Draft, not published')
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: there.timezoneId } as const
  const ends = new Date(expiresAt).toLocaleString(there.locale, options)
  await expect(bar).toContainText(`link ends ${ends}`)
  expect(await page.content()).not.toContain('data-sanity')
  expect(await context.cookies()).toEqual([])

  refusals.push(/^4(?:04|10) .*\/preview\//)
  const compare = await page.goto(url.replace(/\/about$/, '/-/compare/about'))
  expect(compare?.status()).toBe(404)
  await request.delete(`/api/preview/shares/${id}`)
  const revoked = await page.goto(url)
  expect(revoked?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was withdrawn')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.locator('preview-bar')).toHaveCount(0)
  expect(await page.content()).not.toContain('Not for everybody yet')
  await context.close()
})

test('a guest keeps seeing a shared page while its address changes, and the link still leads to it', async ({
  page,
  lake,
  request,
}) => {
  const call = { _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }
  const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage('guest-six', { blocks: [call] })
  const id = await lake.plant(fields)
  const data = { perspective: 'document', document: id, path: '/guest-six' }
  const made = await request.post('/api/preview/shares', { data })
  const { url } = (await made.json()) as { url: string }
  const following = page.waitForResponse(/\/-\/events$/u)
  await page.goto(url)
  await following
  await draft(lake, id, { slug: { _type: 'slug', current: 'guest-ten' } })
  await draft(lake, id, { blocks: [{ ...call, title: 'Seats are gone.' }] })
  await expect(page.getByText('Seats are gone.')).toBeVisible()
  await page.goto(url)
  await expect(page).toHaveURL(/\/guest-ten$/u)
  await expect(page.getByText('Seats are gone.')).toBeVisible()
})

test('the comparison marks the words that changed, and says what would be held', async ({
  page,
  lake,
  baseURL,
}) => {
  await draft(lake, 'about', { title: 'The Execution Accountability Engine', lead: '' })
  await openDraft(page, lake.client, baseURL ?? '', '/about')
  await page.locator('preview-bar').getByRole('link', { name: 'Compare' }).click()
  const [before, after] = [
    page.frameLocator('[data-side=before] iframe'),
    page.frameLocator('[data-side=after] iframe'),
  ]
  await expect(before.locator('h1 mark')).toHaveText('Governance')
  await expect(after.locator('h1 mark')).toHaveText('Accountability')
  await expect(page.getByText('“Lead” is empty.')).toBeVisible()

  const divider = page.getByRole('slider', { name: 'Divider between live and draft' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuenow', '52')
  await page.getByRole('button', { name: 'One over the other' }).click()
  const knob = await divider.boundingBox()
  if (!knob) throw new Error('The divider is not in the page.')
  const y = knob.y + knob.height / 2
  await page.mouse.move(knob.x + knob.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(360, y, { steps: 5 })
  await page.mouse.up()
  await expect(divider).toHaveAttribute('aria-valuenow', '25')
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(() => before.locator('html').evaluate((html) => html.clientWidth)).toBe(390)
  await before.locator('html').evaluate((html) => html.scrollTo({ top: 700, behavior: 'instant' }))
  await expect.poll(() => after.locator('html').evaluate((html) => html.scrollTop)).toBeGreaterThan(500)
})
