import type { Browser, CDPSession, Page } from '@playwright/test'
import { traceTasks } from './blocked-time.ts'

/** What one look at a page cost, at three moments of it. */
export interface Visit {
  /** Bytes over the wire, headers and all, and requests by type: html, script, style, font, image, fetch, other. */
  rest: Weight
  scrolled: Weight
  used: Weight
  /**
   * In ms, but CLS, which has no unit. INP is the slowest interaction, and 0 where all took less than 16 ms; TBT is
   * what the page was blocked before the first touch, `blocked` the same of the whole visit, CPU what the page's thread
   * worked in it.
   */
  times: Record<'TBT' | 'blocked' | 'CLS' | 'INP' | 'CPU', number>
}

export interface Weight {
  bytes: Record<string, number>
  requests: Record<string, number>
}

/** A phone's screen, in px. */
export const PHONE = { width: 412, height: 823 }
const SCROLL_STEP = 400
const SCROLL_PAUSE_MS = 50
/** Nothing was asked for and no task ran for so long: the page rests. */
const QUIET_MS = 700
const WAIT_MS = 20_000

/** Runs in the page, before anything else. */
const observe = `
globalThis.seen = { CLS: 0, INP: 0 }
const watch = (type, add, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true, ...more })
watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.CLS += value })
watch('event', ({ interactionId, duration }) => { if (interactionId) seen.INP = Math.max(seen.INP, duration) }, { durationThreshold: 16 })
`

/** Opens a page as a phone with a processor that many times slower, scrolls to its end, and uses what it has. */
export async function visit(
  browser: Browser,
  url: string,
  { slowdown, scripts }: { slowdown: number; scripts: boolean },
): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    await page.addInitScript(observe)
    const session = await context.newCDPSession(page)
    const weigh = await scale(session)
    await session.send('Performance.enable', { timeDomain: 'timeTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const tasks = await traceTasks(browser, page)
    await page.goto(url)
    const rest = await weigh()
    await tasks.rest()
    await scrollThrough(page)
    const scrolled = await weigh()
    await tryOut(page, scripts)
    const used = await weigh()
    const { metrics } = await session.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    const times = await timesOf(page)
    const { untilRest: TBT, all: blocked } = await tasks.end()
    return { rest, scrolled, used, times: { ...times, TBT, blocked, CPU: seconds * 1_000 } }
  } finally {
    await context.close()
  }
}

function timesOf(page: Page): Promise<Record<'CLS' | 'INP', number>> {
  return page.evaluate(() => (globalThis as unknown as { seen: Awaited<ReturnType<typeof timesOf>> }).seen)
}

/** Counts what comes; what it gives back waits until nothing more does. */
async function scale(session: CDPSession): Promise<() => Promise<Weight>> {
  const types = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const requests: Record<string, number> = {}
  const open = new Set<string>()
  let last = performance.now()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other' }) => {
    types.set(requestId, type)
    requests[type] = (requests[type] ?? 0) + 1
    open.add(requestId)
    last = performance.now()
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other'
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength
    open.delete(requestId)
    last = performance.now()
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    open.delete(requestId)
    last = performance.now()
  })
  return async () => {
    const started = performance.now()
    last = Math.max(last, started)
    while ((open.size > 0 || performance.now() - last < QUIET_MS) && performance.now() - started < WAIT_MS)
      await new Promise((resolve) => setTimeout(resolve, 50))
    return { bytes: { ...bytes }, requests: { ...requests } }
  }
}

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += SCROLL_STEP) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
    await page.waitForTimeout(SCROLL_PAUSE_MS)
  }
}

/** The calculator, an answer, the form and the popup, where the page has them and its scripts. */
async function tryOut(page: Page, scripts: boolean): Promise<void> {
  const more = page
    .locator('#roi')
    .getByRole('button', { name: /^Increase/ })
    .first()
  if (scripts && (await more.count()) > 0) {
    const before = await page.locator('#roi').textContent()
    await more.tap()
    await page.waitForFunction((text) => document.querySelector('#roi')?.textContent !== text, before)
  }
  const question = page.locator('#faq summary').nth(1)
  if ((await question.count()) > 0) await question.tap()
  const message = page.locator('main form textarea[name=message]')
  if (scripts && (await message.count()) > 0) {
    await message.tap()
    await message.pressSequentially('May we see it?')
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const control = page.locator('main a[data-waitlist]:visible').first()
  if (scripts && (await control.count()) > 0) {
    await control.tap()
    await page.getByRole('dialog').getByLabel('Work email').pressSequentially('dana')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}
