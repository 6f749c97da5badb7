import type { Page } from '@playwright/test'
import { test } from './support/own-studio.ts'
import { box, expect } from './support/studio.ts'

const DOCUMENTS = ['step-adapt', 'step-execute', 'step-govern'] as const

/** Opens a document as a release has it. */
async function openIn(page: Page, release: string, id: string): Promise<void> {
  await page.goto(`/studio/structure/step;${id}?perspective=${release}`)
  await expect(page.getByTestId('form-view')).toBeVisible()
}

async function openRelease(page: Page, release: string): Promise<void> {
  await page.goto(`/studio/releases/${release}?perspective=${release}`)
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

  await page.goto('/studio/releases')
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
  await page.goto('/studio/versions')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Release “Spring”')
  await page.goto('/studio/submissions')
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

  await page.getByRole('button', { name: 'Revert release' }).click()
  const reverting = page.getByRole('dialog')
  await reverting.getByText('Immediately revert the release').click()
  await reverting
    .getByRole('button', { name: /revert/i })
    .last()
    .click()
  await expect.poll(platform, { timeout: 60_000 }).not.toContain('Spring comes')
})

test('every tool says which release was held at its hour, and why', async ({ page, lake, refusals }) => {
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
  await page.goto('/studio/submissions')
  const state = page.getByRole('status', { name: 'State of releases' })
  await expect(state).toContainText('The release “Takes away” is not live: ', { timeout: 60_000 })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(state).toBeVisible()
  }
  await state.getByRole('link', { name: 'Takes away' }).click()
  await expect(page).toHaveURL(/\/releases\/takes/)
})
