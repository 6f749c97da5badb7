import { stopClock } from './support/clock.ts'
import { expect, test } from './support/test.ts'

test('the header covers more once the page is scrolled', async ({ page }) => {
  await page.goto('/')
  const opacity = () =>
    page
      .locator('header')
      .first()
      .evaluate((header) => Number(getComputedStyle(header, '::before').opacity))
  expect(await opacity()).toBeCloseTo(0.8)
  await page.evaluate(() => scrollTo({ top: 20, behavior: 'instant' }))
  await expect.poll(opacity).toBeCloseTo(0.8)
  await page.evaluate(() => scrollTo({ top: 21, behavior: 'instant' }))
  await expect.poll(opacity).toBeCloseTo(0.95)
})

test('section links scroll below the header', { tag: '@firefox' }, async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page).toHaveURL(/#faq$/)
  const apart = () =>
    page.evaluate(() => {
      const { top } = document.getElementById('faq')!.getBoundingClientRect()
      return Math.abs(top - document.querySelector('header')!.getBoundingClientRect().height)
    })
  await expect.poll(apart).toBeLessThan(2)
})

test('a section link on another page opens home at its top, then scrolls there', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL(/\/#security$/)
  await expect
    .poll(() =>
      page.evaluate(() => Math.abs(document.getElementById('security')!.getBoundingClientRect().top)),
    )
    .toBeLessThan(120)
})

test(
  'a section link on another page takes the keyboard along',
  { tag: '@firefox' },
  async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/about')
    if (isMobile) await page.getByLabel('Open menu').click()
    const link = page.getByRole('navigation').getByRole('link', { name: 'ROI' }).filter({ visible: true })
    await link.first().press('Enter')
    await expect(page).toHaveURL(/\/#roi$/)
    await expect(page.locator('#roi')).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.locator('#roi :focus')).toHaveAccessibleName('About Hours saved per run')
  },
)

test('section links are real addresses', async ({ page }) => {
  await page.goto('/about')
  await expect(page.locator('a[href="/#roi"]').first()).toHaveText(/ROI/)
})

test('the logo goes home and to the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  await page.getByRole('link', { name: 'CAL Execution Governance Engine, home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }))
  await page.getByRole('link', { name: 'CAL Execution Governance Engine, home' }).first().click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('Back restores the position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await page.goto('/about')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1500)
})

/** Whether the window is so small that a menu takes the header's place. */
for (const [width, height, collapsed] of [
  [767, 800, true],
  [768, 800, false],
  [1000, 499, true],
  [1000, 500, false],
] as const) {
  test(`at ${width} × ${height} px the ${collapsed ? 'menu' : 'header'} offers all there is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const header = page.getByRole('banner')
    const opens = header.getByLabel('Open menu')
    if (collapsed) await opens.click()
    else await expect(opens).toBeHidden()
    const sections = header.getByRole('navigation').getByRole('link')
    const offered = await sections.evaluateAll((all) =>
      all.map((link) => [link.lastChild?.textContent?.trim(), link.getAttribute('href')]),
    )
    expect(offered).toEqual([
      ['Why Now', '#why-now'],
      ['How It Works', '#how-it-works'],
      ['Meet CAL', '#cal'],
      ['Platform', '#features'],
      ['ROI', '#roi'],
      ['Integrations', '#integrations'],
      ['Security', '#security'],
      ['FAQ', '#faq'],
    ])
    await expect(header.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute(
      'href',
      '/contact',
    )
    await expect(header.getByRole('link', { name: 'Book a Demo' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'CAL on LinkedIn' })).toHaveAttribute(
      'href',
      /linkedin\.com/,
    )
    await expect(header.getByRole('button', { name: /^Switch to (?:dark|light) theme$/ })).toBeVisible()
  })
}

for (const width of [768, 1180, 1440])
  test(`at ${width} px the header keeps in its bar, and scrolls to, what a language needs more words for`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/about')
    const header = page.getByRole('banner')
    const links = header.getByRole('navigation').getByRole('link')
    await links.evaluateAll((all) => {
      const words = ['Warum jetzt', 'Wie es funktioniert', 'Lernen Sie CAL kennen', 'Plattform']
      words.push('Rendite', 'Integrationen', 'Sicherheit', 'Häufige Fragen')
      for (const [i, link] of all.entries()) link.textContent = words[i] ?? ''
    })
    const bar = await header.boundingBox()
    const boxes = await header
      .locator('a, button')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((control) => control.getBoundingClientRect().toJSON() as DOMRect))
    expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(bar?.height ?? 0)
    await expect(header.getByRole('link', { name: 'Book a Demo' })).toBeInViewport({ ratio: 1 })
    await links.last().scrollIntoViewIfNeeded()
    await expect(links.last()).toBeInViewport({ ratio: 0.99 })
    expect(await page.evaluate(() => scrollX), 'the page itself goes nowhere').toBe(0)
  })

test('from another page the scroll begins after 200 ms', async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install({ time: 0 })
  await page.goto('/about')
  await stopClock(page)
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL('/')
  await page.waitForLoadState()
  const top = () => page.evaluate(() => scrollY)
  // The page is drawn, and its script has read the section.
  await page.clock.runFor(20)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scroll-to'))).toBeNull()
  await page.clock.runFor(195)
  expect(await top()).toBe(0)
  await page.clock.runFor(10)
  await expect.poll(top).toBeGreaterThan(1000)
})

test('a visitor who has scrolled home before its code comes stays there', async ({ page, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/behaviours-[\w-]+\.js/u, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about')
  if (isMobile) await page.getByLabel('Open menu').click()
  await page.getByRole('navigation').getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL('/')
  // Of a page that has not come whole, only what is there can be scrolled.
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await page.evaluate(() => scrollTo({ top: 1500, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  release()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scroll-to'))).toBeNull()
  // It would have gone on by now.
  await page.waitForTimeout(400)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => scrollY)).toBeLessThan(3000)
})

test('scrolling is smooth, unless less motion is asked for', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto')
})
