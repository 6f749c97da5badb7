import { landingPage } from '../support/landing-pages.ts'
import { test } from './support/own-studio.ts'
import { box, expect, goTo, type Lake } from './support/studio.ts'

interface Campaign {
  releaseId: string
  title: string
}

const EARLY = { releaseId: 'early', title: 'Early' } as const
const LATE = { releaseId: 'late', title: 'Late' } as const
const BOTH = 'step-adapt'

/** Makes a release in which steps say whose they are. */
async function makeSteps(
  { client }: Lake,
  { releaseId, title }: Campaign,
  steps: readonly string[],
): Promise<void> {
  await client.releases.create({ releaseId, metadata: { title, releaseType: 'scheduled' } })
  for (const publishedId of steps) {
    await client.createVersion({ releaseId, publishedId, baseId: publishedId })
    await client
      .patch(`versions.${releaseId}.${publishedId}`)
      .set({ text: `${title} ${publishedId}.` })
      .commit()
  }
}

/** Schedules for years ahead first: what a site does at its first check would eat up a time that is near. */
async function scheduleAt({ client }: Lake, releaseId: string, at: number): Promise<void> {
  await client.releases.schedule({ releaseId, publishAt: '2099-05-01T09:00:00.000Z' })
  await client.releases.schedule({ releaseId, publishAt: new Date(at).toISOString() })
}

/** The fields of a page with this address. */
function pageAt(slug: string) {
  const call = { _type: 'callBlock', _key: 'call', title: 'Spring is here.', hidden: false }
  const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage(slug, { blocks: [call] })
  return fields
}

test('a campaign that the gate holds links to the field, is corrected there, and goes live', async ({
  page,
  lake,
  baseURL,
  refusals,
}) => {
  test.setTimeout(120_000)
  // The Studio tries in dry runs what it may do with a release in its state.
  refusals.push(/^409 .*\/data\/actions\//)
  const { client } = lake
  const other = await lake.plant(pageAt('summer'))
  const sale = { ...pageAt('sale'), title: 'Spring sale' }
  await client.releases.create({
    releaseId: 'sale',
    metadata: { title: 'Sale', releaseType: 'scheduled' },
  })
  await client.createVersion({
    releaseId: 'sale',
    publishedId: 'spring-sale',
    document: { ...sale, _id: 'versions.sale.spring-sale' },
  })
  await scheduleAt(lake, 'sale', Date.now() + 6_000)
  // An address that is free when the release is scheduled is another page's by its hour.
  await client.patch(other).set({ 'slug.current': 'sale' }).commit()

  await goTo(page, '/studio/submissions')
  const state = page.getByRole('status', { name: 'State of releases' })
  await expect(state).toContainText(
    'The release “Sale” is not live: Landing page “Spring sale”: “Address”: /sale is another page of this site.',
  )
  await state.getByRole('link', { name: 'Landing page “Spring sale”' }).click()
  await expect(page).toHaveURL(/perspective=sale/u)
  const address = box(page, 'slug')
  await expect(address).toBeInViewport()
  await address.fill('spring-sale')
  const stored = () => client.getDocument('versions.sale.spring-sale')
  await expect.poll(stored).toMatchObject({ slug: { current: 'spring-sale' } })
  // The other page keeps its address in the release, and leads to the one that comes with it.
  await client.createVersion({ releaseId: 'sale', publishedId: other, baseId: other })
  const action = { _type: 'action', _key: 'see', label: 'See it', leads: 'link', href: '/spring-sale' }
  await client
    .patch(`versions.sale.${other}`)
    .set({ 'blocks[_key=="call"].actions': [action] })
    .commit()

  await state.getByRole('link', { name: '“Sale”', exact: true }).click()
  await page.getByRole('button', { name: 'Release menu' }).click()
  await page.getByRole('menuitem', { name: 'Run release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run release' }).click()
  const served = async () => (await fetch(`${baseURL}/spring-sale`)).status
  await expect.poll(served).toBe(200)
  const shown = async () => (await fetch(`${baseURL}/sale`)).text()
  await expect.poll(shown).toContain('<a href="/spring-sale"')
  await expect(state).toBeEmpty()
})

test('a page that was taken off the site while a campaign holds it is said to come back with it', async ({
  page,
  lake,
}) => {
  const { client } = lake
  const id = await lake.plant({ ...pageAt('winter'), title: 'Winter sale' })
  await client.releases.create({ releaseId: 'winter', metadata: { title: 'Winter', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'winter', publishedId: id, baseId: id })
  await goTo(page, '/studio/submissions')
  const state = page.getByRole('status', { name: 'State of releases' })
  await client.action({
    actionType: 'sanity.action.document.unpublish',
    publishedId: id,
    draftId: `drafts.${id}`,
  })
  await expect(state.getByRole('listitem')).toHaveText([
    'Winter sale was taken off the site after it was added to the release “Winter”, which will bring it back.',
  ])
  await client.discardVersion({ releaseId: 'winter', publishedId: id })
  await expect(state).toBeEmpty()
  await client.releases.archive({ releaseId: 'winter' })
})

// The last one: it leaves the site held at an earlier version.
test('two campaigns that change one document say so, go live whole and in their order, and are undone', async ({
  page,
  lake,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const wordsOfSteps = async () => {
    const text = await (await fetch(`${baseURL}/platform`)).text()
    return [...new Set(text.match(/(?:Early|Late) step-\w+\./gu))].toSorted().join(' ')
  }
  await makeSteps(lake, EARLY, [BOTH, 'step-execute'])
  await makeSteps(lake, LATE, [BOTH, 'step-govern'])
  await lake.client.releases.schedule({ releaseId: 'late', publishAt: '2099-05-02T09:00:00.000Z' })
  await lake.client.releases.schedule({ releaseId: 'early', publishAt: '2099-05-01T09:00:00.000Z' })

  await goTo(page, '/studio/submissions')
  const state = page.getByRole('status', { name: 'State of releases' })
  await expect(state.getByRole('listitem')).toHaveText([
    'Adapt is changed by the release “Early” and after it by “Late”, which will overwrite it.',
  ])
  await state.getByRole('link', { name: 'Adapt' }).click()
  await expect(page).toHaveURL(/perspective=late/u)
  await expect(box(page, 'text')).toHaveValue(`Late ${BOTH}.`)

  const soon = Date.now() + 6_000
  await scheduleAt(lake, 'late', soon + 6_000)
  await scheduleAt(lake, 'early', soon)
  const early = 'Early step-adapt. Early step-execute.'
  const late = 'Early step-execute. Late step-adapt. Late step-govern.'
  const seen: string[] = []
  const looked = async () => {
    const now = await wordsOfSteps()
    if (seen.at(-1) !== now) seen.push(now)
    return now
  }
  await expect.poll(looked, { timeout: 60_000, intervals: [50] }).toBe(late)
  expect(seen).toEqual(['', early, late])
  await expect(state.getByRole('listitem')).toHaveCount(0)

  await goTo(page, '/studio/versions')
  const versions = page.getByRole('main').locator('ol > li')
  await expect(versions.nth(0)).toContainText('Release “Late”')
  await expect(versions.nth(1)).toContainText('Release “Early”')
  await versions.nth(1).getByRole('button', { name: 'Go back to this' }).click()
  await page.getByRole('button', { name: 'Show this version' }).click()
  await expect.poll(wordsOfSteps).toBe(early)
})
