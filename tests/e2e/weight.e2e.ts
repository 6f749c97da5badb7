import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { ROUTES } from './support/routes.ts'
import { expect, test } from './support/test.ts'

/** Bytes of JavaScript, as brotli, that a page asks for before anybody scrolls or touches it. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const sizes = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a legal page starts with at most 2.5 kB of JavaScript', async ({ page }) => {
  expect(await scriptBytes(page, '/privacy')).toBeLessThanOrEqual(2500)
})

test('home starts with at most 4 kB of JavaScript', async ({ page }) => {
  expect(await scriptBytes(page, '/')).toBeLessThanOrEqual(4000)
})

for (const path of ROUTES) {
  test(`nothing shifts on ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) (globalThis as unknown as { shift: number }).shift += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += 700) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
    }
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0)
  })

  test(`${path} is never wider than the screen`, async ({ page }) => {
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `at ${width} px`,
      ).toBeLessThanOrEqual(width)
    }
  })
}
