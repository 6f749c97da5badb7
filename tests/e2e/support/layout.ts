import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The sections of home whose layout still waits, by their anchors. */
export function waitingSections(page: Page): Promise<string[]> {
  return page
    .locator('main > section')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').map(({ id }) => id),
    )
}

/** Reads on until all of a page has been laid out, and goes back: before, nothing below its first screen has its measures. */
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

/** Watches the page from now on; returns the layout shifts that no input explains. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  const shifts = await page.evaluateHandle(() => {
    const found: number[] = []
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as LayoutShift[]) {
        if (!shift.hadRecentInput) found.push(shift.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    return found
  })
  return () => shifts.jsonValue()
}
