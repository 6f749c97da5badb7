import type { Page } from '@playwright/test'
import { landingPage } from '../support/landing-pages.ts'
import { receiptOf, test } from './support/own-studio.ts'
import { box, choose, expect, goTo, openDocument, revertRelease } from './support/studio.ts'

const DOCUMENTS = ['step-adapt', 'step-execute', 'step-govern'] as const

/** Opens a document as a release has it. */
async function openIn(page: Page, release: string, id: string): Promise<void> {
  await goTo(page, `/studio/structure/step;${id}?perspective=${release}`)
  await expect(page.getByTestId('form-view')).toBeVisible()
}

async function openRelease(page: Page, release: string): Promise<void> {
  await goTo(page, `/studio/releases/${release}?perspective=${release}`)
}

test('a campaign is made, shown as a whole, brought live and undone by the Studio’s own controls', async ({
  page,
  lake,
  baseURL,
  refusals,
}) => {
  test.setTimeout(300_000)
  // The Studio tries in dry runs what it may do with a release in its state.
  refusals.push(/^409 .*\/data\/actions\//)
  const platform = async () => (await fetch(`${baseURL}/platform`)).text()
  const versions = async () =>
    ((await (await fetch(`${baseURL}/api/releases`)).json()) as { releases: { documents: string[] }[] })
      .releases

  await goTo(page, '/studio/releases')
  await page.getByRole('button', { name: 'New release' }).first().click()
  const making = page.getByRole('dialog')
  await making.getByTestId('release-form-title').fill('Spring')
  await making.getByTestId('submit-release-button').click()
  await page.waitForURL(/\/releases\/r\w+/)
  const release = /\/releases\/(r\w+)/.exec(page.url())?.[1] ?? ''

  for (const id of DOCUMENTS) {
    await openIn(page, release, id)
    await page.getByRole('button', { name: 'Add to release' }).click()
    await expect(box(page, 'text')).toBeEditable()
    await box(page, 'text').fill(`Spring comes to ${id}.`)
    const version = () => lake.client.getDocument(`versions.${release}.${id}`)
    await expect.poll(version).toMatchObject({ text: `Spring comes to ${id}.` })
    expect(await lake.client.getDocument(`drafts.${id}`)).toBeUndefined()
  }
  const before = (await versions()).length
  expect(await platform()).not.toContain('Spring comes')

  await openRelease(page, release)
  for (const id of DOCUMENTS) await expect(page.getByText(`Spring comes to ${id}.`).first()).toBeVisible()

  await page.getByRole('button', { name: 'Run release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
  await expect(page.getByText('This release is published successfully.')).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(
      async () => {
        const text = await platform()
        return DOCUMENTS.filter((id) => text.includes(`Spring comes to ${id}.`))
      },
      { timeout: 60_000 },
    )
    .toEqual(DOCUMENTS)
  // A version is listed once its pages were read back.
  await expect.poll(async () => (await versions()).length).toBe(before + 1)
  const [made] = await versions()
  expect(made?.documents.toSorted()).toEqual([...DOCUMENTS])

  const headers = { 'content-type': 'application/json', referer: `${baseURL}/platform` }
  const body = JSON.stringify({ email: 'spring@example.com' })
  const joined = await fetch(`${baseURL}/api/waitlist?from=platform`, { method: 'POST', headers, body })
  expect(joined.status).toBe(201)
  await goTo(page, '/studio/versions')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Release “Spring”')
  await goTo(page, '/studio/submissions')
  // What is not answered says so, and is asked for again.
  refusals.push(/^503 .*\/submissions\/campaign$/)
  const problem = { status: 503, json: { detail: 'The disk is full.' } }
  await page.route('**/submissions/campaign', (route) => route.fulfill(problem))
  await page.getByRole('tab', { name: 'Figures' }).click()
  const spring = page
    .getByRole('region', { name: 'By campaign' })
    .getByRole('row')
    .filter({ hasText: 'Spring' })
  await expect(spring).toContainText('not counted: The disk is full.')
  await page.unroute('**/submissions/campaign')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(spring.getByRole('cell')).toHaveText(['1', '0'])
  await expect(spring).toContainText('most from /platform, Platform page')
  await openRelease(page, release)

  await revertRelease(page)
  await expect.poll(platform, { timeout: 60_000 }).not.toContain('Spring comes')
})

test('while a release is chosen, links to what is not in it lead to drafts', async ({
  page,
  lake,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const step = { _type: 'step', title: 'Weigh', text: 'A quokka looks at it.' }
  const id = await lake.plant(step)
  await lake.client.create({ ...step, _id: `drafts.${id}`, title: 'Weigh again' })
  await lake.client.releases.create({ releaseId: 'other', metadata: { title: 'Other', releaseType: 'asap' } })
  await lake.client.create({ ...step, _id: `versions.other.${id}`, title: 'Weigh there' })
  expect((await fetch(`${baseURL}/old-scales`)).status).toBe(404)

  const start = '/studio/start?perspective=other'
  await goTo(page, start)
  await page
    .getByRole('region', { name: 'Not live yet' })
    .getByRole('link', { name: /Weigh again/u })
    .click()
  await expect(box(page, 'title')).toHaveValue('Weigh again')
  await expect(box(page, 'title')).toBeEditable()
  await goTo(page, start)
  await page.getByRole('searchbox', { name: 'Find in all copy' }).fill('quokka')
  await page.getByRole('list', { name: 'Places' }).getByRole('link').click()
  await expect(box(page, 'title')).toHaveValue('Weigh again')
  await goTo(page, start)
  await page.getByRole('button', { name: 'Make a redirect from /old-scales' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('/old-scales')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeEditable()
  await lake.client.delete('drafts.redirects')
  await lake.client.delete(`versions.other.${id}`)
})

test('in a release links lead to its pages, and taking a page away with it asks where its visitors go', async ({
  page,
  lake,
}) => {
  test.setTimeout(240_000)
  const action = { _type: 'action', _key: 'see', label: 'See it', leads: 'link', href: '/contact' }
  const call = { _type: 'callBlock', _key: 'call', title: 'Save your seat.', hidden: false }
  const { _rev, ...fields } = landingPage('leaving', { blocks: [{ ...call, actions: [action] }] })
  const id = await lake.plant(fields)
  await lake.client.releases.create({ releaseId: 'leave', metadata: { title: 'Leave', releaseType: 'asap' } })
  await lake.client.createVersion({ releaseId: 'leave', publishedId: id, baseId: id })
  const { _rev: _, ...brought } = landingPage('brought', { blocks: [call], title: 'A page to come' })
  await lake.client.create({ ...brought, _id: 'versions.leave.brought' })
  await goTo(
    page,
    `/studio/intent/edit/id=${id};type=landingPage;path=blocks%5B_key%3D%3D%22call%22%5D.actions%5B_key%3D%3D%22see%22%5D/?perspective=leave`,
  )
  const field = page
    .getByRole('dialog')
    .last()
    .getByTestId(/^field-blocks.*href$/)
  await field.getByRole('combobox').fill('brought')
  await page.getByRole('button', { name: '/brought' }).click()
  await expect(field).toContainText('Leads to “A page to come”, and moves with it')

  // The list of releases can't ask where visitors go, and so doesn't offer to unpublish.
  await goTo(page, '/studio/releases/leave')
  const row = page.getByRole('row').filter({ hasText: 'Leaving' })
  await row.getByRole('button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Discard version' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /unpublish/iu })).toHaveCount(0)

  await goTo(page, `/studio/structure/landingPage;${id}?perspective=leave`)
  await expect(page.getByTestId('form-view')).toBeVisible()
  await choose(page, /^Unpublish when releasing/u)
  const dialog = page.getByRole('dialog', { name: 'Where do visitors of /leaving go?' })
  await expect(dialog).toContainText('Once the release is live, they lead here:')
  await dialog.getByRole('textbox', { name: 'Path or address' }).fill('/contact')
  await dialog.getByRole('button', { name: 'Lead visitors there' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /unpublish/iu })
    .last()
    .click()
  const version = () => lake.client.getDocument(`versions.leave.${id}`)
  await expect.poll(version).toMatchObject({ _system: { delete: true } })
  expect(await lake.client.getDocument('redirects')).toMatchObject({
    rules: expect.arrayContaining([expect.objectContaining({ from: '/leaving', to: '/contact' })]),
  })
  await lake.client.delete(`versions.leave.${id}`)
  await lake.client.delete('versions.leave.brought')
})

test('every tool says which scheduled release was held, and why', async ({ page, lake, refusals }) => {
  test.setTimeout(120_000)
  // As above: its page is opened at the end, and may ask before that is over.
  refusals.push(/^409 .*\/data\/actions\//)
  const { client } = lake
  await client.create({ _id: 'held-a', _type: 'integration', title: 'A' })
  await client.releases.create({ releaseId: 'takes', metadata: { title: 'Takes away', releaseType: 'asap' } })
  await client.unpublishVersion({ releaseId: 'takes', publishedId: 'held-a' })
  const publishAt = new Date(Date.now() + 8_000).toISOString()
  await client.releases.schedule({ releaseId: 'takes', publishAt })
  // What it takes away is needed by the time that it is due.
  await client.create({
    _id: 'held-b',
    _type: 'integration',
    title: 'B',
    other: { _type: 'reference', _ref: 'held-a' },
  })
  await goTo(page, '/studio/submissions')
  const state = page.getByRole('status', { name: 'State of releases' })
  await expect(state).toContainText('The release “Takes away” is not live: ', { timeout: 60_000 })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(state).toBeVisible()
  }
  await state.getByRole('link', { name: 'Takes away' }).click()
  await expect(page).toHaveURL(/\/releases\/takes/)
})

test('what a release leaves behind as a draft is live, and said to be', async ({ page, lake }) => {
  const { client } = lake
  const step = { _type: 'step', title: 'Check', text: 'Look at it twice.' }
  const [id, other] = [await lake.plant(step), await lake.plant(step)]
  const releaseId = 'left'
  for (const [one, title] of [
    [id, 'Left behind'],
    [other, 'Still a draft'],
  ])
    await client.create({ ...step, _id: `drafts.${one}`, title })
  await client.releases.create({ releaseId, metadata: { title: 'Left', releaseType: 'asap' } })
  for (const publishedId of [id, other])
    await client.createVersion({ releaseId, publishedId, baseId: `drafts.${publishedId}` })
  await client.patch(`drafts.${other}`).set({ text: 'Look at it thrice.' }).commit()
  await client.releases.publish({ releaseId })
  await goTo(page, '/studio/start')
  const drafts = page.getByRole('region', { name: 'Not live yet' })
  await expect(drafts).toContainText('Still a draft')
  await expect(drafts).not.toContainText('Left behind')
  await openDocument(page, 'step', other)
  await expect(receiptOf(page)).toContainText('Draft differs from live')
  await openDocument(page, 'step', id)
  await expect(receiptOf(page)).toContainText('Live in')
  await expect(receiptOf(page)).not.toContainText('Draft differs')
})
