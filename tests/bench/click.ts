import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../support/chromium.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const ROUNDS = rounds(9, 3)
const SLOWDOWN = 4
/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PHONE = { width: 412, height: 823 }
const PAGES = ['/', '/platform']
const WAIT_MS = 30_000

/** From the first click on Get Early Access to its first sign, and to a dialog that takes keys, on a slow phone. */
export async function run(): Promise<void> {
  const server = await startServer()
  await server.studioIsBuilt()
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const rows: Record<string, object> = {}
    for (const page of PAGES) {
      const all = []
      for (let round = 0; round < ROUNDS; round += 1) all.push(await firstClick(browser, server.url + page))
      rows[page] = {
        'answered, ms': Math.round(median(all.map(({ answered }) => answered))),
        'usable, ms': Math.round(median(all.map(({ usable }) => usable))),
      }
    }
    const note = `${SLOWDOWN} × slower processor, slow 4G, nothing touched before, median of ${ROUNDS}`
    tabulate('First click on Get Early Access', note, rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** By the page's own clock: a driver takes longer to look than the page to answer. */
async function firstClick(browser: Browser, url: string): Promise<{ answered: number; usable: number }> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.evaluate(watchClick)
    await page.locator('main a[data-waitlist]:visible').first().tap()
    await page.waitForFunction(() => 'usable' in globalThis)
    return await page.evaluate(() => {
      const { answered = 0, usable = 0 } = globalThis as { answered?: number; usable?: number }
      return { answered, usable }
    })
  } finally {
    await context.close()
  }
}

/** Runs in the page: the first frame after something changed, and the first in which a field of the dialog has focus. */
function watchClick(): void {
  document.addEventListener(
    'click',
    ({ timeStamp }) => {
      const seen = globalThis as { answered?: number; usable?: number }
      new MutationObserver((_, observer) => {
        observer.disconnect()
        requestAnimationFrame(() => (seen.answered = performance.now() - timeStamp))
      }).observe(document, { childList: true, subtree: true, attributes: true })
      const look = () => {
        if (document.activeElement?.matches('[role=dialog] input'))
          seen.usable = performance.now() - timeStamp
        else requestAnimationFrame(look)
      }
      look()
    },
    { capture: true },
  )
}
