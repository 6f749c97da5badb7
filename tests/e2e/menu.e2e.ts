import { expect, test } from './support/test.ts'

const items = ['Why Now', 'How It Works', 'Meet CAL', 'Platform', 'ROI', 'Integrations', 'Security', 'FAQ']

test('the menu offers what the header offers', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  await page.goto('/')
  await page.getByLabel('Open menu').click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  for (const item of items) await expect(menu.getByRole('link', { name: item })).toBeVisible()
  const offered = page.getByRole('banner').getByRole('link').filter({ visible: true })
  await expect(offered.filter({ hasText: /^Contact$/ })).toHaveCount(1)
  await expect(offered.and(page.getByRole('link', { name: 'CAL on LinkedIn' }))).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByLabel('Open menu')).toBeFocused()
})

test('a section link closes the menu', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  await page.goto('/')
  await page.getByLabel('Open menu').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'ROI' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
  await expect(page).toHaveURL(/#roi$/)
})

test('the wordmark closes the menu, on the page that it leads to as well', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  await page.goto('/')
  await page.getByLabel('Open menu').click()
  await page.getByRole('banner').locator('a[data-top]').click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
})

test('a menu opened before its script came behaves like one opened after', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'The header is not collapsed here.')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Open menu').click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  release()
  await expect(page.getByLabel('Close menu')).toBeVisible()
  await expect(page.locator('main')).toHaveAttribute('inert')
})

for (const width of [320, 390, 480, 767])
  test(`a wordmark of twelve capitals leaves room for the menu’s button at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/about')
    const header = page.getByRole('banner')
    const word = header.locator('a[data-top] b')
    await word.evaluate((element) => {
      element.textContent = 'COMMONWEALTH'
    })
    const lines = () =>
      word.evaluate((element) => {
        const letters = document.createRange()
        letters.selectNodeContents(element)
        return [...letters.getClientRects()].map((line) => line.toJSON() as DOMRect)
      })
    await expect(header.getByLabel('Open menu')).toBeInViewport({ ratio: 1 })
    const demo = await header.getByRole('link', { name: 'Book a Demo' }).boundingBox()
    for (const { right } of await lines()) expect(right).toBeLessThan(demo?.x ?? 0)
    await header.getByLabel('Open menu').click()
    await expect(header.getByLabel('Close menu')).toBeInViewport({ ratio: 1 })
    const bar = await header.boundingBox()
    for (const { top, bottom } of await lines()) {
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(bar?.height ?? 0)
    }
  })

test('a low screen gets the menu too', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/')
  await expect(page.getByLabel('Open menu')).toBeVisible()
  await page.setViewportSize({ width: 844, height: 500 })
  await expect(page.getByLabel('Open menu')).toBeHidden()
})

test(
  'the keyboard stays in an open menu, even where the window is wide and low',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 480 })
    await page.goto('/')
    await page.getByLabel('Open menu').click()
    await expect(page.locator('main')).toHaveAttribute('inert')
    const reached = new Set<string>()
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press('Tab')
      reached.add(
        await page.evaluate(() => {
          const { activeElement } = document
          return activeElement === document.body || activeElement?.closest('header')
            ? 'menu'
            : (activeElement?.textContent ?? '')
        }),
      )
    }
    expect([...reached]).toEqual(['menu'])
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens', async ({ page, isMobile }) => {
    test.skip(!isMobile, 'The header is not collapsed here.')
    await page.goto('/')
    await page.getByLabel('Open menu').click()
    await expect(
      page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'FAQ' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /theme/ })).toHaveCount(0)
  })
})
