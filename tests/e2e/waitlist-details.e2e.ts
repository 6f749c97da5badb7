import { overlaps } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { entry, openPopup, reserve, watchWaitlist } from './support/waitlist.ts'

test('four company sizes are offered, and nothing of step 2 is required', async ({ page }) => {
  await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  const sizes = dialog.getByRole('radio')
  expect(await sizes.evaluateAll((all) => all.map((size) => (size as HTMLInputElement).value))).toEqual([
    '1-10',
    '11-50',
    '51-200',
    '200+',
  ])
  await expect(dialog.locator(':required')).toHaveCount(0)
})

test('step 2 shows the address, and Change corrects it without losing the rest', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog, 'dana@compnay.com')
  await expect(dialog.getByText('dana@compnay.com')).toBeVisible()
  await dialog.getByLabel('First name').fill('Dana')
  await dialog.getByText('51-200').click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  const email = dialog.getByLabel('Work email')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('dana@compnay.com')
  await reserve(dialog)
  await expect(dialog.getByText('dana@company.com')).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('Dana')
  await expect(dialog.getByRole('radio', { name: '51-200' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  expect(posts.map(({ body }) => body)).toEqual([entry({ firstName: 'Dana', companySize: '51-200' })])
})

test('a company size can be taken back, also one that was chosen before Change', async ({ page }) => {
  const { posts } = await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  const clear = dialog.getByRole('button', { name: 'Clear' })
  await expect(clear).toBeHidden()
  await dialog.getByText('11-50').click()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await reserve(dialog)
  await clear.click()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('radio', { name: '1-10' })).toBeFocused()
  await expect(clear).toBeHidden()
  await dialog.getByRole('button', { name: 'Submit & Get Priority' }).click()
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  expect(posts.map(({ body }) => body)).toEqual([entry()])
})

for (const width of [320, 390, 1280])
  test(`Clear stands beside the words of its group at ${width} px, however many they are`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchWaitlist(page)
    const dialog = await openPopup(page)
    await reserve(dialog)
    const group = dialog.getByRole('group')
    const [legend, first] = [group.locator('legend'), group.getByText('1-10')]
    await legend.evaluate((element) => element.append(' on the payroll of your whole group'))
    const before = await first.boundingBox()
    await first.click()
    const clear = group.getByRole('button', { name: 'Clear' })
    await expect(clear).toBeVisible()
    expect(await first.boundingBox(), 'the options stay where they are').toEqual(before)
    expect(await overlaps(legend, clear)).toBe(false)
    expect(await overlaps(group.getByText('200+'), clear)).toBe(false)
  })

test('a name from right to left is written that way, between words that are not', async ({ page }) => {
  await watchWaitlist(page)
  const dialog = await openPopup(page)
  await reserve(dialog)
  for (const [label, text, direction] of [
    ['First name', 'نرگس', 'rtl'],
    ['Company', 'Acme', 'ltr'],
    ['What would you like to put on the record?', 'שלום. Hello', 'rtl'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(text)
    await expect(dialog.getByLabel(label, { exact: true })).toHaveCSS('direction', direction)
  }
})
