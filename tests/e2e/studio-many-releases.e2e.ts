import { landingPage } from '../support/landing-pages.ts'
import { test } from './support/own-studio.ts'
import { expect, goTo, revertRelease, type Lake } from './support/studio.ts'

/** For how long a preview is watched for loads that nobody asked for. */
const STILL_MS = 5000
const PAGES = Array.from({ length: 99 }, (_, i) => `sale-${i}`)

/** A release in which the page about the company says whose version it is. */
async function makeRelease({ client }: Lake, releaseId: string, title: string): Promise<void> {
  await client.releases.create({ releaseId, metadata: { title, releaseType: 'undecided' } })
  await client.createVersion({ releaseId, publishedId: 'about', baseId: 'about' })
  await client
    .patch(`versions.${releaseId}.about`)
    .set({ title: `${title}.` })
    .commit()
}

/** Which documents the newest version of the site brought. */
async function newestVersion(baseURL: string): Promise<string[]> {
  const answer = await fetch(`${baseURL}/api/releases`)
  const { releases } = (await answer.json()) as { releases: { documents: string[] }[] }
  return releases[0]?.documents ?? []
}

test('among a hundred open releases each shows its own version, in a preview that stands still', async ({
  page,
  lake,
  refusals,
}) => {
  test.setTimeout(300_000)
  refusals.push(/^409 .*\/data\/actions\//)
  for (let i = 0; i < 100; i += 1) await makeRelease(lake, `many${i}`, `Campaign ${i}`)
  let framed = 0
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null && !frame.url().startsWith('about:')) framed += 1
  })
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 })
  await goTo(page, '/studio/presentation/about/about?preview=/about&perspective=many41')
  await expect(heading).toHaveText('Campaign 41.')
  await page.waitForTimeout(STILL_MS)
  expect(framed).toBe(1)

  await lake.client.patch('versions.many41.about').set({ title: 'Typed in it.' }).commit()
  await expect(heading).toHaveText('Typed in it.')
  await lake.client.patch('versions.many7.about').set({ title: 'Typed elsewhere.' }).commit()
  await page.waitForTimeout(STILL_MS)
  await expect(heading).toHaveText('Typed in it.')
  expect(framed).toBe(1)
})

test('a release of a hundred documents is previewed, goes live as one version and is undone', async ({
  page,
  lake,
  baseURL,
  refusals,
}) => {
  test.setTimeout(300_000)
  refusals.push(/^409 .*\/data\/actions\//)
  // The Studio may ask for the page before it has said in which perspective: there is none among the drafts.
  refusals.push(/^404 .*\/preview\/[^/]+\/sale-98$/)
  const { client } = lake
  await client.releases.create({ releaseId: 'sales', metadata: { title: 'Sales', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'sales', publishedId: 'about', baseId: 'about' })
  await client.patch('versions.sales.about').set({ title: 'On sale.' }).commit()
  for (const slug of PAGES) {
    const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage(slug, {
      blocks: [{ _type: 'callBlock', _key: 'call', title: `This is ${slug}.`, hidden: false }],
    })
    await client.createVersion({
      releaseId: 'sales',
      publishedId: slug,
      document: { ...fields, _id: `versions.sales.${slug}` },
    })
  }
  const frame = page.frameLocator('iframe')
  await goTo(page, '/studio/presentation?preview=/sale-98&perspective=sales')
  await expect(frame.getByText('This is sale-98.')).toBeVisible()
  await goTo(page, '/studio/presentation?preview=/about&perspective=sales')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('On sale.')

  await goTo(page, '/studio/releases/sales?perspective=sales')
  await page.getByRole('button', { name: 'Run release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
  const statusOf = async (slug: string) => (await fetch(`${baseURL}/${slug}`)).status
  const statuses = async () => [...new Set(await Promise.all(PAGES.map(statusOf)))]
  await expect.poll(statuses).toEqual([200])
  expect(await (await fetch(`${baseURL}/about`)).text()).toContain('On sale.')
  // A version is listed once its pages were read back.
  await expect.poll(async () => (await newestVersion(baseURL)).length).toBe(100)

  await revertRelease(page)
  await expect.poll(statuses).toEqual([404])
  expect(await (await fetch(`${baseURL}/about`)).text()).not.toContain('On sale.')
})
