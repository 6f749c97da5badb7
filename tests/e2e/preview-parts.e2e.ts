import { landingPage } from '../support/landing-pages.ts'
import { draft, openDraft } from './support/preview.ts'
import { expect, studioIsBuilt, test } from './support/studio.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ baseURL }) => studioIsBuilt(baseURL ?? ''))

// A draft of a page that there is one of: no test leaves one behind.
test.afterEach(async ({ lake }) => {
  await lake.client.delete('drafts.home')
})

test('a part that is added while its page is open works at once, and the reader stays where they are', async ({
  page,
  lake,
  baseURL,
}) => {
  const words = Array.from({ length: 8 }, (_, i) => ({
    _type: 'callBlock',
    _key: `call${i}`,
    title: `Save seat ${i}.`,
    hidden: false,
  }))
  const calculator = { _type: 'calculatorBlock', _key: 'calculator', hidden: false }
  const { _id, _rev, _createdAt, _updatedAt, ...fields } = landingPage('grows', { blocks: words })
  const id = await lake.plant(fields)
  await openDraft(page, lake.client, baseURL ?? '', '/grows')
  await page.getByText('Save seat 5.').evaluate((text) => text.scrollIntoView({ behavior: 'instant' }))
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(500)

  await draft(lake, id, { blocks: [...words, calculator] })
  const added = page.locator('[data-island=roi]')
  await expect(added).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  const result = added.getByRole('status').first()
  const before = await result.textContent()
  await added.getByRole('textbox').first().fill('77')
  await expect(result).not.toHaveText(before ?? '')
})

test('an island in use takes new words, keeps what was typed, and keeps working', async ({
  page,
  lake,
  baseURL,
}) => {
  await openDraft(page, lake.client, baseURL ?? '', '/')
  const island = page.locator('[data-island=roi]')
  const isAlive = () =>
    island.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
  const amount = island.getByRole('textbox').first()
  await amount.focus()
  await expect.poll(isAlive).toBe(true)
  await amount.fill('77')
  await draft(lake, 'home', { 'roi.share': 'Pass it on' })
  await expect(island.getByRole('button', { name: 'Pass it on' })).toBeVisible()
  await expect.poll(isAlive).toBe(true)
  await expect(amount).toHaveValue('77')
})

test('a page that could not be shown works once it is mended', async ({ page, lake, baseURL, refusals }) => {
  refusals.push(/^422 .*\/preview\//)
  const group = 'faq-group-business-roi'
  const { items } = (await lake.client.getDocument<{ items: { _type: string }[] }>(group)) ?? { items: [] }
  try {
    await draft(lake, group, { items: [...items, { _key: 'empty', _type: items[0]?._type }] })
    await openDraft(page, lake.client, baseURL ?? '', '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This draft can’t be shown yet')
    await draft(lake, group, { items })
    await page.getByRole('main').getByRole('link', { name: 'Get Early Access' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('initial-scale=1')
  } finally {
    await lake.client.delete(`drafts.${group}`)
  }
})

test('a page stays in its place while an edit of it can’t be shown, and says why', async ({
  page,
  lake,
  baseURL,
  refusals,
}) => {
  refusals.push(/^422 .*\/preview\//)
  const group = 'faq-group-business-roi'
  const { items } = (await lake.client.getDocument<{ items: { _type: string }[] }>(group)) ?? { items: [] }
  const added = { ...items[0], _key: 'added', question: 'Written by now?' }
  try {
    await openDraft(page, lake.client, baseURL ?? '', '/')
    const scrolled = page.evaluate(
      () => new Promise((resolve) => addEventListener('scrollend', () => resolve(scrollY), { once: true })),
    )
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
    expect(await scrolled).toBeGreaterThan(1000)
    const heading = page.locator('#faq').getByText('Integration & Rollout').first()
    const before = await heading.boundingBox()
    await draft(lake, group, { items: [...items, { _type: added._type, _key: added._key }] })
    const bar = page.getByRole('region', { name: 'Preview' }).getByRole('status')
    await expect(bar).toHaveText(
      /^As it was before, as the draft can’t be shown yet: .*“Question 5 › Question” is empty/,
    )
    await expect(heading).toBeInViewport()
    await draft(lake, group, { items: [...items, added] })
    await expect(page.getByRole('link', { name: added.question })).toBeAttached()
    await expect(bar).toBeEmpty()
    expect(await heading.boundingBox()).toEqual(before)
  } finally {
    await lake.client.delete(`drafts.${group}`)
  }
})
