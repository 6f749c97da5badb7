import { chromium, type Browser, type CDPSession } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { CHROMIUM_FLAGS as args } from '../support/chromium-flags.ts'
import { findChromium } from '../support/chromium.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'
import { PHONE } from './support/visit.ts'

const ROUNDS = rounds(9, 3)
const SLOWDOWN = 4
/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PAGES = ['/', '/platform']
const WAIT_MS = 30_000
/** A visitor's first sign of life is a swipe that begins this far above the control, and they read on for so long. */
const SWIPE = { above: 150, length: 40, rest: 3_000 }
/** A quick finger rests this long on what it taps. Without it, what the press costs would count as the click's. */
const TAP_MS = 50
const BEFORE = { '': false, ', after a swipe': true }

/** From the first click on Get Early Access to its first sign, and to a dialog that takes keys, on a slow phone. */
export async function run(): Promise<void> {
  const server = await startServer()
  await server.studioIsBuilt()
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    const rows: Record<string, object> = {}
    for (const page of PAGES)
      for (const [before, swiped] of Object.entries(BEFORE)) {
        const all = []
        for (let round = 0; round < ROUNDS; round += 1)
          all.push(await firstClick(browser, server.url + page, swiped))
        rows[page + before] = {
          'answered, ms': Math.round(median(all.map(({ answered }) => answered))),
          'usable, ms': Math.round(median(all.map(({ usable }) => usable))),
        }
      }
    const note = `${SLOWDOWN} × slower processor, slow 4G, nothing touched before or a swipe 3 s before, a tap of ${TAP_MS} ms, median of ${ROUNDS}`
    tabulate('First click on Get Early Access', note, rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** By the page's own clock: a driver takes longer to look than the page to answer. */
async function firstClick(
  browser: Browser,
  url: string,
  swiped: boolean,
): Promise<{ answered: number; usable: number }> {
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
    const control = page.locator('main a[data-waitlist]:visible').first()
    await control.evaluate(standStill)
    if (swiped) {
      await swipeAbove(session, await control.boundingBox())
      // The page went on from there, and may have taken it below the header.
      await control.evaluate(standStill)
    }
    await tap(session, await control.boundingBox())
    await page.waitForFunction(() => 'usable' in globalThis)
    return await page.evaluate(() => {
      const { answered = 0, usable = 0 } = globalThis as { answered?: number; usable?: number }
      return { answered, usable }
    })
  } finally {
    await context.close()
  }
}

type Box = { x: number; y: number; width: number; height: number } | null

async function swipeAbove(session: CDPSession, control: Box): Promise<void> {
  if (!control) throw new Error('The control is not there.')
  const { x } = control
  const from = control.y - SWIPE.above
  await touch(session, 'touchStart', { x, y: from })
  await touch(session, 'touchMove', { x, y: from - SWIPE.length })
  await touch(session, 'touchEnd')
  await pause(SWIPE.rest)
}

async function tap(session: CDPSession, control: Box): Promise<void> {
  if (!control) throw new Error('The control is not there.')
  const { x, y, width, height } = control
  await touch(session, 'touchStart', { x: x + width / 2, y: y + height / 2 })
  await pause(TAP_MS)
  await touch(session, 'touchEnd')
}

function touch(
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...touchPoints: { x: number; y: number }[]
) {
  return session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/**
 * Runs in the page: brings an element into view, and resolves once nothing moves it. What comes near is laid out, and the
 * page scrolls smoothly: a tap would begin on the element and end beside it, which a finger that stops the page can't do.
 */
async function standStill(element: Element): Promise<void> {
  for (let top = Number.NaN, still = 0; still < 20; still += 1) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = element.getBoundingClientRect().top
    if (now !== top) still = 0
    top = now
  }
}

/**
 * Runs in the page: the first frame after something changed, and the first in which a field of the dialog has focus.
 */
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
