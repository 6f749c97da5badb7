import type { Page } from '@playwright/test'
import { clientOf } from '../support/lake.ts'
import { receiptOf } from './support/own-studio.ts'
import { newestMail, signInAs, testWithPeople, TOKEN, type PeopleSite } from './support/people-site.ts'
import { box, choose, expect, goTo } from './support/studio.ts'

const test = testWithPeople({ PUBLISH_APPROVAL: 'required' })

// One after the other, on one server.
test.describe.configure({ mode: 'default' })

/** Somebody with the server's token, whom nothing needs to be approved. */
const clientWithToken = ({ url }: PeopleSite) => clientOf(url, { token: TOKEN })

const publishButton = (page: Page) => page.getByTestId('action-publish')

test('a draft is commented on, asked about and approved by somebody else, before it goes live', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const ada = await signInAs(browser, site, 'Ada')
  const bea = await signInAs(browser, site, 'Bea')
  await goTo(ada, '/studio/structure/about')
  await box(ada, 'title').fill('What we stand for')
  await expect(ada.getByText('Draft differs from live')).toBeVisible()
  await expect(publishButton(ada)).toBeDisabled()
  await choose(ada, /^Ready for review/u)
  await expect(ada.getByText('Listed under “For review”')).toBeVisible()

  await goTo(bea, '/studio/start')
  await expect(bea.getByRole('region', { name: 'Not live yet' })).toContainText('For review')
  const asked = bea.getByRole('region', { name: 'For review' }).getByRole('listitem')
  await expect(asked).toContainText('Ada')
  await asked.getByRole('link').click()
  const field = bea.getByTestId('field-title')
  const comment = bea.locator('[contenteditable=true]:focus')
  // A form that is drawn anew, as while others are at it, closes what was opened there before.
  await expect(async () => {
    if (!(await comment.isVisible())) {
      await field.hover()
      await field.getByRole('button', { name: 'Add comment' }).click({ timeout: 5_000 })
    }
    await expect(comment).toBeVisible({ timeout: 5_000 })
    await bea.keyboard.press('ControlOrMeta+A')
    await bea.keyboard.type('Shorter, please @A')
    const mention = bea.getByRole('button').filter({ hasText: /^A?Ada$/u })
    await expect(mention).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await bea.keyboard.press('Enter')
  await bea.getByRole('button', { name: 'Send comment' }).click()
  const mail = await newestMail(site, 3)
  expect(mail).toContain('Subject: Bea mentioned you: ')
  expect(mail).toContain('To: ada@example.com')
  expect(mail).toContain('> Shorter, please @Ada')
  expect(mail).toContain('/studio/intent/edit/id=3Dabout;type=3Dabout')

  const thread = ada.getByText('Shorter, please')
  await ada
    .getByTestId('field-title')
    .getByRole('button', { name: /comment/iu })
    .click()
  await expect(thread).toBeVisible()
  await box(ada, 'title').fill('We stand for')
  await thread.hover()
  await ada.getByRole('button', { name: 'Mark comment as resolved' }).click()
  await expect(thread).toBeHidden()

  await expect(box(bea, 'title')).toHaveValue('We stand for')
  await choose(bea, /^Approve/u)
  await expect(ada.getByText('Approved', { exact: true })).toBeVisible()
  await box(ada, 'title').fill('We stand for it')
  await expect(ada.getByText('For review', { exact: true })).toBeVisible()
  await expect(publishButton(ada)).toBeDisabled()
  await choose(bea, /^Approve/u)
  await expect(publishButton(ada)).toBeEnabled()
  await publishButton(ada).click()
  await expect(receiptOf(ada)).toContainText(/Live in [\d.]+ s/u)
  expect(await (await ada.request.get('/about')).text()).toContain('We stand for it')
  await expect(ada.getByText('Approved', { exact: true })).toBeHidden()
  await goTo(bea, '/studio/start')
  await expect(bea.getByRole('region', { name: 'For review' })).toContainText(
    'Nobody is asking for a review.',
  )
})

test('a publish that would also change another document is refused before anything is published', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const cleo = await signInAs(browser, site, 'Cleo')
  const dora = await signInAs(browser, site, 'Dora')
  await goTo(cleo, '/studio/intent/create/type=step')
  await box(cleo, 'title').fill('Check')
  await box(cleo, 'text').fill('Look at it twice.')
  await choose(cleo, /^Ready for review/u)
  await goTo(dora, '/studio/start')
  const asked = dora.getByRole('region', { name: 'For review' }).getByRole('listitem')
  await asked.filter({ hasText: 'Cleo' }).getByRole('link').click()
  await choose(dora, /^Approve/u)

  await expect(publishButton(cleo)).toBeEnabled()
  await cleo.getByTestId('action-menu-button').click()
  const both = cleo.getByRole('menuitem', { name: 'Publish and add to the site' })
  await expect(both).toBeDisabled()
  await both.hover({ force: true })
  await expect(cleo.getByText('which needs an approval of its own: publish this alone')).toBeVisible()
})

test('what is published is taken away without an approval of its draft', async ({ browser, site }) => {
  test.setTimeout(240_000)
  const client = clientWithToken(site)
  const step = { _type: 'step', title: 'Weigh', text: 'Look at it twice.' }
  await client.create({ ...step, _id: 'step-weigh' })
  await client.create({ ...step, _id: 'drafts.step-weigh', title: 'Weigh again' })
  const gale = await signInAs(browser, site, 'Gale')
  await goTo(gale, '/studio/structure/step;step-weigh')
  await expect(publishButton(gale)).toBeDisabled()
  await gale.getByRole('button', { name: 'Published', exact: true }).click()
  await gale.getByTestId('action-unpublish').click()
  await gale
    .getByRole('dialog')
    .getByRole('button', { name: /unpublish/iu })
    .click()
  await expect.poll(() => client.getDocument('step-weigh')).toBeUndefined()
})

test('unapproved documents of a release are named beforehand, until somebody approves them', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const client = clientWithToken(site)
  await client.releases.create({
    releaseId: 'spring',
    metadata: { title: 'Spring', releaseType: 'undecided' },
  })
  await client.createVersion({ releaseId: 'spring', publishedId: 'about', baseId: 'about' })
  await client.patch('versions.spring.about').set({ title: 'In spring' }).commit()

  const eve = await signInAs(browser, site, 'Eve')
  const finn = await signInAs(browser, site, 'Finn')
  await goTo(eve, '/studio/start')
  const state = eve.getByRole('status', { name: 'State of releases' })
  await expect(state).toContainText('Nobody approved this in the release “Spring” as it stands: About.')
  await expect(state).toContainText('It can’t be scheduled or run until somebody does.')
  await state.getByRole('link', { name: 'About' }).click()
  await expect(box(eve, 'title')).toHaveValue('In spring')
  await choose(eve, /^Ready for review/u)

  await goTo(finn, '/studio/start')
  const asked = finn.getByRole('region', { name: 'For review' }).getByRole('listitem')
  await asked.filter({ hasText: 'Eve' }).getByRole('link').click()
  await choose(finn, /^Approve/u)
  await expect(state).not.toContainText('Nobody approved')
})

test('a text approved as a draft needs no second approval in a release, nor once that is scheduled', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const client = clientWithToken(site)
  const step = { _type: 'step', title: 'Weigh', text: 'Look at it twice.' }
  for (const title of ['Weighed', 'Unweighed'])
    await client.create({ ...step, _id: `drafts.step-${title.toLowerCase()}`, title })
  await client.releases.create({
    releaseId: 'summer',
    metadata: { title: 'Summer', releaseType: 'undecided' },
  })
  const hana = await signInAs(browser, site, 'Hana')
  const ivo = await signInAs(browser, site, 'Ivo')
  await goTo(hana, '/studio/structure/step;step-weighed')
  await choose(hana, /^Ready for review/u)
  await goTo(ivo, '/studio/structure/step;step-weighed')
  await choose(ivo, /^Approve/u)
  await expect(ivo.getByText('Approved', { exact: true })).toBeVisible()
  const state = ivo.getByRole('status', { name: 'State of releases' })
  const bring = (id: string) =>
    client.createVersion({ releaseId: 'summer', publishedId: id, baseId: `drafts.${id}` })
  await bring('step-weighed')
  await bring('step-unweighed')
  // What was never published is called after its type.
  await expect(state).toContainText('in the release “Summer” as it stands: Step.')
  await client.discardVersion({ releaseId: 'summer', publishedId: 'step-unweighed' })
  await expect(state).not.toContainText('“Summer”')
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  await client.releases.schedule({ releaseId: 'summer', publishAt })
  await box(hana, 'text').fill('Look at it once.')
  await expect(hana.getByText('For review', { exact: true })).toBeVisible()
  await expect(ivo.getByText('For review', { exact: true })).toBeVisible()
  await expect(state).not.toContainText('“Summer”')
})
