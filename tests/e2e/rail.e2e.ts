import { expect, test } from './support/test.ts'

test('the dot navigator marks the section that is seen', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Only large screens have it.')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const rail = page.getByRole('navigation', { name: 'Page sections' })
  await expect(rail.getByRole('link', { name: 'Top' })).toHaveAttribute('aria-current', 'true')
  for (const [id, name] of [
    ['roi', 'ROI'],
    ['faq', 'FAQ'],
    ['closing', 'Get access'],
  ] as const) {
    await page.evaluate((section) => document.getElementById(section)?.scrollIntoView(), id)
    await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect(rail.locator('[aria-current]')).toHaveCount(1)
  }
})

test('its dots stand at the left, from 1024 px on', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Only large screens have it.')
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/')
  const dots = page.locator('nav[aria-label="Page sections"]').getByRole('link', { includeHidden: true })
  await expect(dots).toHaveCount(11)
  await expect(dots.first()).toBeHidden()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(dots.first()).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  for (const dot of await dots.all()) {
    const box = await dot.boundingBox()
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(heading?.x ?? 0)
  }
})

test('the section it marks is 30 % visible, or covers half the window where that can’t fit', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'Only large screens have it.')
  // So low that half of it is less than 30 % of most sections.
  await page.setViewportSize({ width: 1440, height: 600 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.locator('[aria-current][data-section]')).toHaveCount(1)
  const marked = await page.evaluate(async () => {
    const found: { at: number; wanted: number; visible: number }[] = []
    const ends = document.documentElement.scrollHeight - innerHeight
    for (let at = 0; at < ends; at += 100) {
      scrollTo(0, at)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const dot = document.querySelector<HTMLElement>('[aria-current][data-section]')
      const box = document.getElementById(dot?.dataset['section'] ?? '')?.getBoundingClientRect()
      // Between two sections of which each takes most of the window there may be none.
      if (!box) continue
      const share = box.height * 0.3
      const wanted = share <= innerHeight ? share : innerHeight / 2
      found.push({ at, wanted, visible: Math.min(box.bottom, innerHeight) - Math.max(box.top, 0) })
    }
    return found
  })
  expect(marked.length).toBeGreaterThan(60)
  expect(marked.filter(({ wanted, visible }) => visible < wanted - 1)).toEqual([])
})

test('its dots are named as the header names the same sections', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Only large screens have it.')
  await page.goto('/')
  const dots = page.locator('nav[aria-label="Page sections"] a')
  const header = page.getByRole('banner').getByRole('navigation', { name: 'Sections' })
  for (const name of [
    'Why Now',
    'How It Works',
    'Meet CAL',
    'Platform',
    'ROI',
    'Integrations',
    'Security',
    'FAQ',
  ]) {
    const href = await header.getByRole('link', { name, exact: true }).getAttribute('href')
    await expect(dots.and(page.locator(`[href="${href}"]`)).locator('span')).toHaveText(name)
  }
})

test('the label beside a dot stays while the pointer moves onto it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'Only large screens have it.')
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Page sections' }).getByRole('link', { name: 'Security' })
  const words = link.locator('i')
  const dot = await link.boundingBox()
  const box = await words.boundingBox()
  if (!dot || !box) throw new Error('The dot has no box.')
  const y = dot.y + dot.height / 2
  await page.mouse.move(dot.x + 4, y)
  await expect(words).toHaveCSS('opacity', '1')
  await page.mouse.move(box.x + box.width - 4, y, { steps: 40 })
  await expect(words).toHaveCSS('opacity', '1')
  await page.mouse.move(700, y)
  await expect(words).toHaveCSS('opacity', '0')

  // Escape takes them away from what they cover, and the next visit to the dot brings them back.
  await page.mouse.move(dot.x + 4, y)
  await expect(words).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await page.keyboard.press('Shift')
  await expect(words).toBeHidden()
  await page.mouse.move(700, y)
  await page.mouse.move(dot.x + 4, y)
  await expect(words).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(words).toBeVisible()
})

test('the sections of home stand in their order', async ({ page }) => {
  await page.goto('/')
  expect(await page.locator('main section[id]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'hero',
    'why-now',
    'how-it-works',
    'cal',
    'demo',
    'features',
    'roi',
    'integrations',
    'security',
    'faq',
    'closing',
  ])
  await expect(page.locator('#closing dl')).toContainText('Sections11')
})
