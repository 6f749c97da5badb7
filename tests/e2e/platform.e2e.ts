import { codeOfNear } from './support/near.ts'
import { open } from './support/platform.ts'
import { expect, test } from './support/test.ts'

test.describe('on large screens', () => {
  test.skip(({ isMobile }) => isMobile)

  test('pointing at a pillar or focusing it holds the line at its step', async ({ page }) => {
    await open(page)
    const pillar = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Governed Outputs' }) })
    const route = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 4, name: 'Route' }) })
    const dot = () => route.evaluate((step) => getComputedStyle(step, '::before').borderTopWidth)
    expect(await dot()).toBe('0px')
    await pillar.hover()
    expect(await dot()).toBe('2px')
    await page.mouse.move(5, 5)
    expect(await dot()).toBe('0px')
    await page.getByRole('link', { name: 'Governed Outputs' }).focus()
    expect(await dot()).toBe('2px')
  })

  test('the lens turns while it is visible, and rests with reduced motion', async ({ page }) => {
    const disc = page.locator('[data-behaviour=lens] [data-part=disc]').first()
    await page.goto('/platform')
    await disc.scrollIntoViewIfNeeded()
    const atRest = 'matrix(1,0,0,1,0,0)'
    await expect(disc).toHaveAttribute('transform', /matrix/)
    await expect(disc).not.toHaveAttribute('transform', atRest)
    await page.getByRole('checkbox', { name: 'Pause the drawing' }).check()
    const paused = await disc.getAttribute('transform')
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await expect(disc).toHaveAttribute('transform', paused ?? '')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(disc).toHaveAttribute('transform', atRest)
  })

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })

    test('the lens never begins to turn', async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const code = codeOfNear(page)
      await page.goto('/platform')
      const discs = page.locator('[data-behaviour=lens] [data-part=disc]')
      await discs.first().scrollIntoViewIfNeeded()
      await expect(discs.first()).toBeInViewport()
      await code
      expect(asked.filter((url) => url.includes('/motion-'))).toEqual([])
      const turns = await discs.evaluateAll((all) => all.map((disc) => disc.getAttribute('transform')))
      expect(turns).toEqual([null, null, null])
    })
  })
})

test('the heading and four tiles open the page', async ({ page }) => {
  await page.goto('/platform')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform')
  for (const [label, value] of [
    ['Model-agnostic', 'Any LLM'],
    ['Enforcement', 'Governed'],
    ['Audit Trails', 'End-to-End'],
    ['Time to Value', '< 1 day'],
  ] as const) {
    const tile = page.getByRole('main').locator('dl > div').filter({ hasText: label })
    await expect(tile.getByRole('definition')).toHaveText(value)
  }
})

test('four claims say what CAL does', async ({ page }) => {
  await page.goto('/platform')
  const text = await page.getByRole('main').textContent()
  for (const claim of [
    'Adapts to role, task and company context',
    'Refines structure, language and focus',
    'Surfaces blind spots',
    'Risks, dependencies and opportunities',
    'Delivers role-native, context-aware, governed, business-ready outputs',
  ])
    expect(text).toContain(claim)
})

test('five pillars come before five steps', async ({ page }) => {
  await page.goto('/platform')
  const names = [
    'Adaptive Workflows',
    'Execution Engine',
    'Governed Outputs',
    'Any-Model Routing',
    'Full Auditability',
  ]
  const pillars = page.getByRole('link', { name: new RegExp(`^(?:${names.join('|')})`) })
  await expect(pillars).toHaveCount(5)
  for (const [index, name] of names.entries()) await expect(pillars.nth(index)).toContainText(name)
  await expect(page.getByRole('heading', { level: 4 })).toHaveText([
    'Adapt',
    'Execute',
    'Govern',
    'Route',
    'Deliver',
  ])
  const step = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4, name }) })
  await expect(step('Route')).toContainText('Run on any LLM')
  await expect(step('Deliver')).toContainText('Audit-ready outputs, logged and handoff-ready in seconds')
})

test('the lens is drawn from 1024 px on', async ({ page }) => {
  const lens = page.locator('[data-behaviour=lens]')
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/platform')
  await expect(lens).toBeHidden()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(lens).toBeVisible()
})
