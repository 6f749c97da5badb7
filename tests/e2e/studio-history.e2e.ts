import type { Page } from '@playwright/test'
import { test } from './support/open-studio.ts'
import { box, chooseAndConfirm, expect, openDocument, publish, studioIsBuilt } from './support/studio.ts'

const STEP = { _type: 'step', title: 'Check', text: 'Look at it twice.' }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('unpublishes, publishes again, deletes and restores', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await page.getByRole('button', { name: 'Published' }).click()
  await page.getByTestId('action-unpublish').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /unpublish/i })
    .click()
  await expect.poll(() => lake.client.getDocument(id)).toBeUndefined()
  await page.getByRole('button', { name: 'Draft' }).click()
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject(STEP)
  await chooseAndConfirm(page, /delete/i)
  await expect.poll(() => lake.client.getDocument(id)).toBeUndefined()
  await openDocument(page, 'step', id)
  await page.getByRole('button', { name: 'Restore most recent revision' }).click()
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject(STEP)
})

test('deletes what was never a draft, and restores it', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await chooseAndConfirm(page, /delete/i)
  await expect.poll(() => lake.client.getDocument(id)).toBeUndefined()
  await openDocument(page, 'step', id)
  await page.getByRole('button', { name: 'Restore most recent revision' }).click()
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject(STEP)
  await expect(box(page, 'title')).toHaveValue(STEP.title)
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject(STEP)
})

test('goes back to an earlier revision', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  for (const title of ['Check thrice', 'Check four times']) {
    await box(page, 'title').fill(title)
    await publish(page)
    await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title })
  }
  await openHistory(page)
  await page.getByTestId('timeline-item-button').nth(1).click()
  await expect(box(page, 'title')).toHaveValue('Check thrice')
  await revert(page)
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject({ title: 'Check thrice' })
})

test('goes back to the launch copy, past what was published since', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await box(page, 'title').fill('Check thrice')
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Check thrice' })
  await openHistory(page)
  await page.getByTestId('timeline-item-button').last().click()
  await expect(box(page, 'title')).toHaveValue(STEP.title)
  await revert(page)
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject(STEP)
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject(STEP)
})

test('goes back to a revision without the picture that was deleted since', async ({ page, lake }) => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M3 3h9v9"/></svg>'
  const { _id: picture } = await lake.client.assets.upload('image', Buffer.from(drawing))
  const logo = { _type: 'image', asset: { _type: 'reference', _ref: picture } }
  const id = await lake.plant({ _type: 'integration', title: 'Gone', kind: 'tool', mono: false, logo })
  await openDocument(page, 'integration', id)
  await box(page, 'title').fill('Going')
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Going' })
  await lake.client.patch(id).unset(['logo']).commit()
  await lake.client.delete(picture)
  await openHistory(page)
  await page.getByTestId('timeline-item-button').last().click()
  await expect(box(page, 'title')).toHaveValue('Gone')
  await revert(page)
  const draft = () => lake.client.getDocument(`drafts.${id}`)
  await expect.poll(draft).toMatchObject({ title: 'Gone', kind: 'tool' })
  expect((await draft())?.['logo']).not.toHaveProperty('asset')
})

test('shows what was changed since the launch, and takes it back', async ({ page, lake }) => {
  const launched = await lake.client.getDocument('pillar-governed-outputs')
  const title: string = launched?.['title']
  await openDocument(page, 'pillar', 'pillar-governed-outputs')
  await box(page, 'title').fill('Outputs at liberty')
  const draft = () => lake.client.getDocument('drafts.pillar-governed-outputs')
  await expect.poll(draft).toMatchObject({ title: 'Outputs at liberty' })
  await openHistory(page)
  await page.getByRole('tab', { name: 'Review changes' }).click()
  const changes = page.getByTestId('review-changes-pane')
  await expect(changes.locator('del')).toContainText(title)
  await expect(changes.locator('ins')).toContainText('Outputs at liberty')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByTestId('timeline-item-button').last().click()
  await expect(box(page, 'title')).toHaveValue(title)
  await revert(page)
  await expect.poll(draft).toMatchObject({ title })
  await lake.client.delete('drafts.pillar-governed-outputs')
})

test('shows what is removed from a list while the changes are looked at', async ({ page, lake }) => {
  const items = ['Why?', 'How?', 'When?'].map((question) => ({ _type: 'faqItem', _key: question, question }))
  const id = await lake.plant({ _type: 'faqGroup', title: 'Removing', items })
  await openDocument(page, 'faqGroup', id)
  await box(page, 'title').fill('Removing one')
  await page.getByRole('button', { name: 'Review changes' }).first().click()
  const changes = page.getByTestId('review-changes-pane')
  await expect(changes.locator('ins')).toContainText('one')
  await page.getByTestId('array-item-menu-button').nth(1).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(changes.locator('del').filter({ hasText: 'How?' })).toBeVisible()
  await expect(changes.getByText(/unable to load/i)).toHaveCount(0)
})

async function openHistory(page: Page): Promise<void> {
  await page.getByTestId('pane-context-menu-button').click()
  await page.getByRole('menuitem', { name: /history/i }).click()
}

async function revert(page: Page): Promise<void> {
  await page.getByRole('button', { name: /revert/i }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}
