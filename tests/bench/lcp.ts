import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS as args } from '../support/chromium-flags.ts'
import { findChromium } from '../support/chromium.ts'
import { FLOOR, openPageSites, PAGES, visitInTurns } from './support/page-sites.ts'
import { median, quantile } from './support/published-site.ts'
import { rounds, tabulate } from './support/tables.ts'
import { PHONE } from './support/visit.ts'

const RUNS = rounds(15, 5)
const SLOWDOWN = 4

/**
 * When the largest part of a page is drawn, in the sites of `pages`. It is measured in visits of its own, as the trace
 * of `pages` slows a phone down, and the more so the more scripts a page has.
 */
export async function run(): Promise<void> {
  const opened = await openPageSites()
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    for (const page of PAGES) {
      const seen = await visitInTurns(opened.sites, RUNS, (url) => largestPaint(browser, url + page))
      report(page, seen)
    }
  } finally {
    await browser.close()
    await opened.close()
  }
}

function report(page: string, seen: ReadonlyMap<string, number[]>): void {
  const floor = median(seen.get(FLOOR) ?? [])
  const rows = [...seen].map(([name, all]) => {
    const own = median(all)
    const figures = {
      'LCP, ms': Math.round(own),
      'over floor, ms': Math.round(own - floor),
      'of floor': Number((own / floor).toFixed(2)),
      'p25, ms': Math.round(quantile(all, 0.25)),
      'p75, ms': Math.round(quantile(all, 0.75)),
    }
    return [name, figures] as const
  })
  const note = `${SLOWDOWN} × slower processor, median of ${RUNS} visits in turns`
  tabulate(`LCP of ${page}`, note, Object.fromEntries(rows))
}

/** Of a visitor's first visit, in ms. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          )
          observer.observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  } finally {
    await context.close()
  }
}
