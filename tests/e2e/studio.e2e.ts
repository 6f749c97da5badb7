import { randomUUID } from 'node:crypto'
import { test } from './support/open-studio.ts'
import {
  box,
  choose,
  chooseAndConfirm,
  drag,
  expect,
  goTo,
  openDocument,
  publish,
  studioIsBuilt,
} from './support/studio.ts'

const STEP = { _type: 'step', title: 'Check', text: 'Look at it twice.' }

test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

test('opens without a login and lists what the site is made of', async ({ page, lake }) => {
  const order: string[] = await lake.client.fetch('*[_id == "home"][0].features.steps[]->title')
  await goTo(page, '/studio/structure')
  await page.getByRole('link', { name: 'Steps' }).click()
  const items = page.getByRole('link').filter({ hasText: new RegExp(`^(?:${order.join('|')})`) })
  await expect(items).toHaveCount(order.length)
  for (const [index, title] of order.entries()) await expect(items.nth(index)).toContainText(title)
})

test('saves a draft of a line, and publishes it', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await box(page, 'title').fill('Check again')
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject({ title: 'Check again' })
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Check' })
  await publish(page)
  await expect.poll(() => lake.client.getDocument(id)).toMatchObject({ title: 'Check again' })
  expect(await lake.client.getDocument(`drafts.${id}`)).toBeUndefined()
})

test('discards a draft', async ({ page, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  await box(page, 'text').fill('A change of mind.')
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toBeTruthy()
  await chooseAndConfirm(page, /discard/i)
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toBeUndefined()
  await expect(box(page, 'text')).toHaveValue(STEP.text)
})

test('refuses to delete what another document needs', async ({ page, lake, refusals }) => {
  const step = await lake.plant(STEP)
  const link = { _type: 'reference', _ref: step }
  await lake.plant({ _type: 'pillar', title: 'Careful', text: 'It looks.', claim: 'Twice.', step: link })
  await openDocument(page, 'step', step)
  await choose(page, /delete/i)
  await expect(page.getByRole('dialog')).toContainText('Careful')
  refusals.push(/^409 .*\/data\/actions\//)
  const answer = page.waitForResponse(/\/data\/actions\//)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click()
  expect((await answer).status()).toBe(409)
  expect(await lake.client.getDocument(step)).toMatchObject(STEP)
})

test('offers no way to copy a page or take it away', async ({ page }) => {
  await openDocument(page, 'legal-tos')
  await expect(page.getByTestId('action-publish')).toBeVisible()
  await page.getByTestId('pane-footer').getByTestId('action-menu-button').click()
  await expect(page.getByRole('menuitem')).not.toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: /duplicate|delete|unpublish/i })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Published' }).click()
  await expect(page.getByText(/unpublish/i)).toHaveCount(0)
  await page.getByTestId('new-document-button').click()
  await expect(page.getByTestId('create-new-step')).toBeVisible()
  await expect(page.getByTestId(/^create-new-(?:home|settings|legalPage)$/)).toHaveCount(0)
  // Left open, the menu would keep the focus from the forms of later tests.
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('create-new-step')).toBeHidden()
})

test('edits a nested answer in rich text', async ({ page, lake }) => {
  const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [] }
  const answer = [{ ...block, children: [{ _type: 'span', _key: 's', text: 'Yes.', marks: [] }] }]
  const items = [{ _type: 'faqItem', _key: 'q', question: 'Does it?', answer }]
  const id = await lake.plant({ _type: 'faqGroup', title: 'Ours', items })
  await openDocument(page, 'faqGroup', id)
  await page.getByText('Does it?').click()
  const editor = page.getByTestId('pt-editor')
  await editor.click()
  const text = editor.getByRole('textbox')
  await text.click()
  await text.press('Control+End')
  await page.keyboard.type(' And ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('always')
  const spans = [{ text: 'Yes. And ' }, { text: 'always', marks: ['strong'] }]
  await expect
    .poll(() => lake.client.getDocument(`drafts.${id}`))
    .toMatchObject({ items: [{ answer: [{ children: spans }] }] })
  await page.keyboard.press('Escape')
  await publish(page)
  await expect
    .poll(() => lake.client.getDocument(id))
    .toMatchObject({ items: [{ answer: [{ children: spans }] }] })
})

test('adds a logo with its picture', async ({ page, lake }) => {
  await goTo(page, '/studio/structure/integration')
  await page.getByRole('link', { name: 'Create new' }).click()
  await box(page, 'title').fill('Abacus')
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
  const file = { name: 'abacus.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) }
  await page.getByTestId('file-button-input').setInputFiles(file)
  await page.getByLabel('Tool', { exact: true }).check()
  await publish(page)
  const query =
    '*[_type == "integration" && title == "Abacus"][0]{_id, kind, "size": logo.asset->metadata.dimensions, "url": logo.asset->url}'
  await expect
    .poll(() => lake.client.fetch(query, {}, { perspective: 'published' }))
    .toMatchObject({ kind: 'tool', size: { width: 40, height: 30 } })
  await expect(page.getByText('Not on the site', { exact: true })).toBeVisible()
  await lake.client.delete({ query: '*[_type == "integration" && title == "Abacus"]' })
})

test('reorders the examples of the home page, and takes that back', async ({ page, lake }) => {
  const query = '*[_id == $id][0].howItWorks.examples[]._ref'
  const before: string[] = await lake.client.fetch(query, { id: 'home' })
  await openDocument(page, 'home')
  await page.getByRole('tab', { name: 'How it works' }).click()
  const field = page.getByTestId('field-howItWorks.examples')
  // A list is filled in once it is in sight.
  await field.scrollIntoViewIfNeeded()
  const handles = field.locator('[data-ui="DragHandleButton"]')
  const moved = [before[1], before[2], before[0], ...before.slice(3)]
  const now = () => lake.client.fetch<string[] | null>(query, { id: 'drafts.home' })
  await expect(async () => {
    // One more drag would move another example.
    if (!(await now())) await drag(page, handles.first(), handles.nth(2))
    await expect.poll(now, { timeout: 10_000 }).toEqual(moved)
  }).toPass({ timeout: 120_000 })
  await chooseAndConfirm(page, /discard/i)
  await expect.poll(() => lake.client.getDocument('drafts.home')).toBeUndefined()
})

test('finds a document by words in it', async ({ page, lake }) => {
  const id = await lake.plant({ ...STEP, title: 'Zymurgy' })
  await goTo(page, '/studio/structure')
  const words = page.getByPlaceholder('Search', { exact: true })
  // The button is there before it listens, and the Studio may close what it opened while it settles.
  await expect(async () => {
    if (!(await words.isVisible())) await page.getByTestId('studio-search').click({ timeout: 5000 })
    await words.fill('zymurgy', { timeout: 5000 })
    await page.getByRole('link', { name: /Zymurgy/ }).click({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(box(page, 'title')).toHaveValue('Zymurgy')
  expect(page.url()).toContain(id)
})

test('searches a list that the site orders', async ({ page, lake }) => {
  const id = await lake.plant({ ...STEP, title: 'Brew', text: 'A little xylography.' })
  await goTo(page, '/studio/structure/step')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  const found = page.getByTestId('pane').filter({ hasText: 'Search: Steps' }).getByRole('link')
  await expect(found.filter({ hasText: 'Adapt' })).toBeVisible()
  await page.getByPlaceholder('Search list').fill('xylogr')
  await expect(found.filter({ hasText: 'Adapt' })).toHaveCount(0)
  await found.filter({ hasText: 'Brew' }).click()
  await expect(box(page, 'title')).toHaveValue('Brew')
  expect(page.url()).toContain(id)
})

test('keeps two tabs in step', async ({ page, context, lake }) => {
  const id = await lake.plant(STEP)
  await openDocument(page, 'step', id)
  const other = await context.newPage()
  await openDocument(other, 'step', id)
  await box(page, 'title').fill('Seen at once')
  await expect(box(other, 'title')).toHaveValue('Seen at once')
  await box(other, 'text').fill('And back again.')
  await expect(box(page, 'text')).toHaveValue('And back again.')
  await expect
    .poll(() => lake.client.getDocument(`drafts.${id}`))
    .toMatchObject({ title: 'Seen at once', text: 'And back again.' })

  // Both at once in one line: neither's words end up among the other's.
  await box(page, 'text').press('ControlOrMeta+Home')
  await box(other, 'text').press('ControlOrMeta+End')
  await Promise.all([
    box(page, 'text').pressSequentially('Before all of it. ', { delay: 60 }),
    box(other, 'text').pressSequentially(' After all of it.', { delay: 70 }),
  ])
  const both = 'Before all of it. And back again. After all of it.'
  for (const tab of [page, other]) await expect(box(tab, 'text')).toHaveValue(both)
  await expect.poll(() => lake.client.getDocument(`drafts.${id}`)).toMatchObject({ text: both })
})

test('warns of placeholders and of policies that disagree', async ({ page }) => {
  for (const [list, sentence] of [
    ['settings', 'A placeholder'],
    ['legal-privacy', 'says that there are none'],
    ['legal-cookies', 'says that there are none'],
  ] as const) {
    await openDocument(page, list)
    await page.getByRole('button', { name: /validation/i }).click()
    await expect(page.getByText(sentence).filter({ visible: true }).first()).toBeVisible()
  }
})

test('adds an example, listed apart until the home page shows it', async ({ page, lake }) => {
  const title = `Voicemail ${randomUUID()}`
  await goTo(page, '/studio/structure/example')
  await page.getByRole('link', { name: 'Create new' }).click()
  await box(page, 'title').fill(title)
  const query = '*[_type == "example" && title == $title][0]._id'
  await expect.poll(() => lake.client.fetch(query, { title })).toMatch(/^drafts\./)
  await expect(page.getByText('Not on the site', { exact: true })).toBeVisible()
  await expect(page.getByTestId('action-publish')).toBeDisabled()
  await chooseAndConfirm(page, /delete/i)
  await expect.poll(() => lake.client.fetch(query, { title })).toBeNull()
})

test('links to the pages that a document appears on', async ({ page }) => {
  await openDocument(page, 'integration', 'integration-slack')
  await page.getByRole('button', { name: /^Used on/ }).click()
  await expect(page.getByRole('link', { name: /Home, Integrations/ })).toBeVisible()
  await openDocument(page, 'legal-tos')
  await page.getByRole('button', { name: /^Used on/ }).click()
  await expect(page.getByRole('link', { name: /Terms of service/ })).toBeVisible()
})

test('makes no request to the internet: what the Studio would fetch there is blocked', async ({ page }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    const address = /'(https?:[^']+)' violates/.exec(message.text())?.[1]
    if (address) violations.push(new URL(address).host)
  })
  // As it starts.
  await page.goto('/studio/structure/step;step-adapt')
  await expect
    .poll(() => [...new Set(violations)].toSorted())
    .toEqual(['api.sanity.io', 'design-system-static.sanity.io', 'sanity-cdn.com'])
})
