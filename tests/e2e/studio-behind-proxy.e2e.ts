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

test('says so when it takes back what was typed, as the content lake refuses it for good', async ({
  page,
  lake,
  refusals,
}) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  refusals.push(/^403 .*\/data\/actions\//)
  // As where the role of whoever types has changed meanwhile.
  const reason = 'Settings are changed by administrators. Ask one of them. Nothing was changed.'
  // The Studio throws it, too, where nobody catches it.
  refusals.push(new RegExp(`^error: ${reason}`))
  await page.route('**/data/actions/**', (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, error: { type: 'x', description: reason } } }),
  )
  await box(page, 'text').fill('A change of mind.')
  const toast = page.getByRole('alert').filter({ hasText: 'What you typed was not saved' })
  await expect(toast).toContainText(reason)
  await expect(box(page, 'text')).toHaveValue(STEP.text)
})
