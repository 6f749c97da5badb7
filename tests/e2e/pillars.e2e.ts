import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const NAMES = [
  'Adaptive Workflows',
  'Execution Engine',
  'Governed Outputs',
  'Any-Model Routing',
  'Full Auditability',
]

function pillar(page: Page, name: string): Locator {
  return page.locator('#features').getByRole('listitem').filter({ hasText: name })
}

/** Share of a pillar's step line that is red. */
function redOf(item: Locator): Promise<number> {
  return item.getByText(/^(Adapt|Execute|Govern|Route|Deliver)$/).evaluate((step) => {
    return new DOMMatrix(getComputedStyle(step, '::before').transform).a
  })
}

test('hovering or focusing a pillar runs the line red up to its step', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the line needs the width of a desktop')
  await page.goto('/')
  const reds = () => Promise.all(NAMES.map((name) => redOf(pillar(page, name))))
  expect(await reds()).toEqual([0, 0, 0, 0, 0])
  await pillar(page, 'Governed Outputs').hover()
  await expect.poll(reds).toEqual([1, 1, 1, 0, 0])
  await page.mouse.move(5, 5)
  await expect.poll(reds).toEqual([0, 0, 0, 0, 0])
  await pillar(page, 'Execution Engine').getByRole('link').focus()
  await expect.poll(reds).toEqual([1, 1, 0, 0, 0])
})

test('a pillar leads to its step on the platform page', async ({ page }) => {
  await page.goto('/')
  await pillar(page, 'Any-Model Routing').getByRole('link').click()
  await expect(page).toHaveURL(/\/platform#step-route$/)
  await expect(page.getByRole('heading', { name: 'Route', exact: true })).toBeInViewport()
})

for (const [path, parts] of [
  ['/', 3],
  ['/platform', 2],
] as const)
  test(`on ${path} the parts of the pillars stand in rows`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'On phones one pillar follows the other.')
    await page.goto(path)
    const pillars = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /./ }), hasText: new RegExp(`^(?:${NAMES.join('|')})`) })
    await expect(pillars).toHaveCount(NAMES.length)
    await pillars
      .first()
      .getByRole('heading')
      .evaluate((title) => title.append(' in More Than One Line'))
    for (const [width, media] of [
      ...[1024, 1180, 1280, 1440].map((each) => [each, 'screen'] as const),
      [1024, 'print'] as const,
    ]) {
      await page.emulateMedia({ media })
      await page.setViewportSize({ width, height: 900 })
      await pillars.first().scrollIntoViewIfNeeded()
      const tops = await pillars.evaluateAll((all) =>
        all.map((one) =>
          [...one.querySelectorAll('h3, p')].map((part) => Math.round(part.getBoundingClientRect().top)),
        ),
      )
      expect(tops[0]).toHaveLength(parts)
      expect(new Set(tops.map(String)).size, `at ${width} px of a ${media}: ${tops.join(' | ')}`).toBe(1)
    }
  })
