import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Anchors of the home sections that are not laid out yet. */
export function waitingSections(page: Page): Promise<string[]> {
  return page
    .locator('main > section')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').map(({ id }) => id),
    )
}

/**
 * Scrolls through a page until all of it is laid out, and returns to the top. Before that, nothing below the first
 * screen has its size.
 */
export async function allLaidOut(page: Page): Promise<void> {
  async function readOn(): Promise<string[]> {
    await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }))
    return waitingSections(page)
  }
  await expect.poll(readOn, { intervals: [100] }).toEqual([])
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/**
 * Watches the page from now on; returns the layout shifts that no input explains. Waits for the font first, which on a
 * busy machine may come after the first frame.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  const shifts = await page.evaluateHandle(async () => {
    const found: number[] = []
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) {
        if (!shift.hadRecentInput) found.push(shift.value)
      }
    }).observe({ type: 'layout-shift' })
    return found
  })
  return () => shifts.jsonValue()
}

/** Whether a line of some words lies over, or under, another element. */
export async function overlaps(words: Locator, other: Locator): Promise<boolean> {
  const lines = await words.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return [...text.getClientRects()].map((line) => line.toJSON() as DOMRect)
  })
  const box = await other.boundingBox()
  if (!box) throw new Error('What may be overlapped has no box.')
  return lines.some(
    ({ left, right, top, bottom }) =>
      left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
  )
}

/** Runs in the page: the lines that stand over the seal of their section. */
export function wordsOverSeal(): string[] {
  const seal = document.querySelector('main svg:has(textPath)')
  const place = seal?.getBoundingClientRect()
  if (!seal || !place?.width) return []
  return [...(seal.closest('section')?.querySelectorAll('h1, h2, p, a') ?? [])]
    .filter((part) => linesOf(part).some((line) => line.right > place.left))
    .map((part) => `has “${part.textContent.slice(0, 40)}” over the seal`)

  function linesOf(part: Element): DOMRect[] {
    const words = document.createRange()
    words.selectNodeContents(part)
    return [...words.getClientRects()].filter(({ top, bottom }) => top < place!.bottom && bottom > place!.top)
  }
}
