import { test } from './support/open-studio.ts'
import { box, chooseAndConfirm, expect, openDocument, studioIsBuilt } from './support/studio.ts'

const STEP = { _type: 'step', title: 'Check', text: 'Look at it twice.' }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('keeps form and draft when a proxy refuses to discard it, in words of its own', async ({
  page,
  lake,
  refusals,
}) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await box(page, 'text').fill('A change of mind.')
  const draft = { text: 'A change of mind.' }
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject(draft)
  refusals.push(/^403 .*\/data\/actions\//)
  await page.route('**/data/actions/**', (route) =>
    route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' }),
  )
  await chooseAndConfirm(page, /discard/i)
  await expect(page.getByText('Not discarded. Try again.')).toBeVisible()
  await expect(box(page, 'text')).toHaveValue(draft.text)
  await page.unroute('**/data/actions/**')
  await chooseAndConfirm(page, /discard/i)
  await expect(box(page, 'text')).toHaveValue(STEP.text)
})

for (const status of [403, 503]) {
  test(`keeps a first edit while a proxy answers ${status} in words of its own, and stores it after`, async ({
    page,
    lake,
    refusals,
  }) => {
    const id = await lake.plant(STEP)
    await openDocument(page, 'step', id)
    refusals.push(new RegExp(`^${status} .*/data/actions/`))
    await page.route('**/data/actions/**', (route) => route.fulfill({ status, body: '<h1>No</h1>' }))
    const refused = page.waitForResponse(/\/data\/actions\//)
    await box(page, 'text').fill('A change of mind.')
    await refused
    await page.waitForResponse(/\/data\/actions\//)
    await expect(box(page, 'text')).toHaveValue('A change of mind.')
    await page.unroute('**/data/actions/**')
    await expect
      .poll(() => lake.client.getDocument(`drafts.${id}`))
      .toMatchObject({ text: 'A change of mind.' })
  })
}
