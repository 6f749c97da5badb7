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
  const after = await versions()
  expect(after.length).toBe(before + 1)
  expect(after[0]?.documents.toSorted()).toEqual([...DOCUMENTS])

  await page.getByRole('button', { name: 'Revert release' }).click()
  const reverting = page.getByRole('dialog')
  await reverting.getByText('Immediately revert the release').click()
  await reverting
    .getByRole('button', { name: /revert/i })
    .last()
    .click()
  await expect.poll(platform, { timeout: 60_000 }).not.toContain('Spring comes')
})
