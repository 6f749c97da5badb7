import type { Page } from '@playwright/test'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

test.skip(({ isMobile }) => isMobile, 'Paper is the same wherever it is printed from.')

/** An A4 sheet between its margins, in CSS px. */
const SHEET = { width: 658, height: 1002 }

async function print(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.setViewportSize(SHEET)
  await page.goto(path)
}

for (const path of ROUTES) {
  test(`${path} is printed as words: no controls, no drawings, nothing wider than the sheet`, async ({
    page,
  }) => {
    await print(page, path)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1)
    const screenOnly = page.locator('nav, form, button, main svg, main img, [data-waitlist], a[href="#main"]')
    await expect(screenOnly.filter({ visible: true })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SHEET.width)
    // Firefox cuts lines in half where a grid goes on to another sheet, or leaves most of the one before empty.
    const grids = await page.locator('body *').evaluateAll(
      (all, height) =>
        all
          .filter((element) => /grid|flex/u.test(getComputedStyle(element).display))
          .filter((element) => element.getBoundingClientRect().height > height)
          .map((element) => element.outerHTML.slice(0, 200)),
      SHEET.height * 0.9,
    )
    expect(grids).toEqual([])
  })
}

test('no section’s number is printed at the foot of a sheet without its heading', async ({ page }) => {
  await print(page, '/')
  const headed = page.locator('main section:has(h2)').filter({ has: page.getByText(/^§ \d+$/u) })
  await expect(headed).toHaveCount(9)
  // In Firefox as well, which breaks between any two boxes.
  const kept = await headed.evaluateAll((all) =>
    all.map((section) => {
      const label = [...section.querySelectorAll('p')].find((line) => line.textContent.startsWith('§'))
      const ends = [label, section.querySelector('h2')].map((box) => box?.getBoundingClientRect().bottom ?? 0)
      return ends[0]! > ends[1]!
    }),
  )
  expect(kept).not.toContain(false)
})

test('a heading goes to the next sheet with what it heads, in Firefox as well', async ({ page }) => {
  await print(page, '/platform')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).not.toHaveCount(0)
  // Firefox breaks between any two boxes: room below a heading moves it on, and what follows takes that room back.
  const rooms = await headings.evaluateAll((all) =>
    all.map((heading) => {
      const { height, marginBottom } = getComputedStyle(heading, '::after')
      return { room: parseFloat(height), left: parseFloat(height) + parseFloat(marginBottom) }
    }),
  )
  expect(new Set(rooms.map(({ left }) => left))).toEqual(new Set([0]))
  expect(Math.min(...rooms.map(({ room }) => room))).toBeGreaterThan(100)
})

test('the dark theme is printed as ink on white, in every band', async ({ page }) => {
  await print(page, '/')
  const colors = await page
    .locator('body, #hero, #how-it-works, #demo, #closing')
    .evaluateAll((all) =>
      all.map((element) => getComputedStyle(element)).map((s) => [s.color, s.backgroundColor]),
    )
  for (const [ink, ground] of colors) {
    expect(ink).toBe('rgb(13, 22, 18)')
    expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(ground)
  }
})

test('every answer is printed, whichever group is open', async ({ page }) => {
  await page.goto('/#faq')
  const answers = page.locator('#faq details h4')
  await expect(answers).toHaveCount(20)
  await expect(answers.filter({ visible: true })).toHaveCount(4)
  await page.emulateMedia({ media: 'print' })
  await expect(answers.filter({ visible: true })).toHaveCount(20)
})

for (const path of ['/', '/platform'])
  for (const javaScriptEnabled of [true, false])
    test.describe(`${path} ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
      test.use({ javaScriptEnabled })

      test('all seven examples are printed, one below the other', async ({ page }) => {
        await print(page, path)
        const records = page.locator('[data-part=slide] [data-part=record]')
        await expect(records.filter({ visible: true })).toHaveCount(7)
        const boxes = await records.evaluateAll((all) =>
          all.map((record) => record.getBoundingClientRect().toJSON() as DOMRect),
        )
        for (const [i, { top, right }] of boxes.entries()) {
          expect(top).toBeGreaterThanOrEqual(boxes[i - 1]?.bottom ?? 0)
          expect(right).toBeLessThanOrEqual(SHEET.width)
        }
        // What draws a record's edge on screen stands on it, and not through its words.
        const edges = await page.locator('[data-part=slide] [data-part=wipe]').evaluateAll((all) =>
          all.map((wipe) => {
            const inner = wipe.getBoundingClientRect().right - wipe.children[0]!.getBoundingClientRect().right
            return parseFloat(getComputedStyle(wipe, '::after').right) - inner
          }),
        )
        expect(new Set(edges)).toEqual(new Set([0]))
        // Firefox prints no edge that stands where its clipping ends.
        await expect(page.locator('[data-part=slide] [data-part=wipe]').first()).toHaveCSS(
          'overflow',
          'visible',
        )
      })
    })

test('no line is printed through the words of the steps', async ({ page }) => {
  await print(page, '/platform')
  const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4 }) })
  await expect(steps).toHaveCount(5)
  const drawn = await steps.evaluateAll((all) =>
    all
      .flatMap((step) => [step, ...step.children])
      .flatMap((element) => ['::before', '::after'].map((part) => getComputedStyle(element, part).content)),
  )
  expect(new Set(drawn)).toEqual(new Set(['none']))
})

test('a link is printed with its whole address, one that shows an address as it is', async ({ page }) => {
  await print(page, '/')
  const origin = new URL(page.url()).origin
  const printed = (name: string) =>
    page
      .getByRole('main')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link, '::after').content)
  expect((await printed('Full platform overview')).replaceAll('" "', '')).toBe(`" (${origin}/platform)"`)
  await page.goto('/contact')
  expect(await printed('@')).toBe('none')
})
