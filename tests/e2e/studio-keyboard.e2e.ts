import type { Page } from '@playwright/test'
import { box, expect, goTo, openDocument, publish, studioIsBuilt, test } from './support/studio.ts'

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

test('makes a document from the menu of new ones', async ({ page }) => {
  await goTo(page, '/studio/start')
  const menu = page.getByRole('button', { name: 'Create new document' })
  await expect(menu).toBeEnabled()
  await menu.focus()
  await page.keyboard.press('Enter')
  const types = page.getByRole('combobox')
  await expect(types).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('step')
  await expect(page.getByRole('link', { name: 'Comparison' })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/studio\/structure\/step;/u)
  await expect(box(page, 'title')).toHaveValue('')
})

test('goes to a draft from the first screen, and is seen on its way', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await lake.client.create({ ...STEP, _id: `drafts.${id}`, title: 'By keys alone' })
  await goTo(page, '/studio/start')
  const row = page.getByRole('link', { name: /By keys alone/u })
  await expect(row).toHaveCSS('box-shadow', 'none')
  await page.getByRole('searchbox', { name: 'Find in all copy' }).focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(row).toBeFocused({ timeout: 50 })
  }).toPass()
  await expect(row).not.toHaveCSS('box-shadow', 'none')
  await page.keyboard.press('Enter')
  await expect(box(page, 'title')).toHaveValue('By keys alone')
})

test('keeps its place when it publishes and when it leaves a dialog, both by keys', async ({
  page,
  lake,
}) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const menu = page.getByTestId('action-menu-button')
  await type(page, 'title', ' again')
  const button = page.getByTestId('action-publish')
  await expect(button).toBeEnabled()
  await menu.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Check again' })
  await expect(button).toBeDisabled()
  await expect(menu).toBeFocused()

  await type(page, 'title', '!')
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toBeTruthy()
  const discard = page.getByRole('menuitem', { name: /discard/i })
  const dialog = page.getByRole('dialog')
  for (const leave of ['Escape', 'Enter']) {
    await menu.focus()
    await page.keyboard.press('Enter')
    await discard.focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /discard/i }).focus()
    await page.keyboard.press(leave)
    await expect(dialog).toBeHidden()
    await expect(menu).toBeFocused()
  }
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toBeUndefined()
})

test('closes by keys a dialog that the mouse opened', async ({ page, lake }) => {
  const id = await lake.plant({
    _type: 'faqGroup',
    title: 'Ours',
    items: [{ _type: 'faqItem', _key: 'why', question: 'Why?' }],
  })
  await openDocument(page, 'faqGroup', id)
  const menu = page.getByTestId('field-items').getByTestId('array-item-menu-button').first()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // While the menu fades, Escape is the menu's.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(menu).toBeFocused()
})

/** Types at the end of a field, at a quick hand's pace. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.bringToFront()
  await box(page, field).click()
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay: 40 })
}
