import type { Page } from '@playwright/test'
import { box, expect, openDocument, publish, studioIsBuilt, test } from './support/studio.ts'

const STEP = { _type: 'step', title: 'Check', text: 'Look at it twice.' }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

// Keys alone: Playwright's Firefox fills a field behind the page's back. These run in every browser there is.
test('types a line key by key, publishes it, and shows it to another tab', async ({
  page,
  context,
  lake,
}) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const other = await context.newPage()
  await openDocument(other, 'step', id)
  await type(page, 'title', ' again')
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject({ title: 'Check again' })
  await expect(box(other, 'title')).toHaveValue('Check again')
  await type(other, 'text', ' And sleep on it.')
  const both = { title: 'Check again', text: 'Look at it twice. And sleep on it.' }
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject(both)
  await expect(box(page, 'text')).toHaveValue(both.text)
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject(both)
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toBeUndefined()
})

/** Types at the end of a field, at a quick hand's pace. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.bringToFront()
  await box(page, field).click()
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay: 40 })
}
