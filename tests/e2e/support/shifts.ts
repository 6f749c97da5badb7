import type { Page } from '@playwright/test'

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
