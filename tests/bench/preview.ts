import { chromium, type Frame, type Page } from '@playwright/test'
import type { SanityClient, SanityDocument } from '@sanity/client'
import { setTimeout as pause } from 'node:timers/promises'
import { entryTo } from '../e2e/support/preview.ts'
import { CHROMIUM_FLAGS as args } from '../support/chromium-flags.ts'
import { findChromium } from '../support/chromium.ts'
import { clientOf } from '../support/lake.ts'
import { quantile } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const RUNS = rounds(50, 10)
const PAUSE_MS = 400
const KEYS = rounds(100, 30)
/** Twelve keys a second: a fast typist. */
const KEY_MS = 80
const WATCHED = [
  { path: '/about', id: 'about', field: 'title', selector: 'h1' },
  { path: '/', id: 'home', field: 'faq.title', selector: '#faq h2' },
]

/** From the commit of a draft on the lake to the changed page, and how far a page lags behind typing. */
export async function run(): Promise<void> {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const rows: Record<string, object> = {}
    for (const watched of WATCHED) {
      await page.goto(await entryTo(editorOf(server.url), server.url, watched.path), {
        waitUntil: 'networkidle',
      })
      rows[`${watched.path}, single changes`] = row(await measureChanges(page, editorOf(server.url), watched))
    }
    await server.studioIsBuilt()
    rows['/about, while typing in the Studio'] = row(await measureTyping(page, server.url))
    tabulate('From the commit or the key to the changed page', `ms, ${RUNS} changes, ${KEYS} keys`, rows)
  } finally {
    await browser.close()
    await server.stop()
  }
}

const editorOf = (url: string) => clientOf(url, { perspective: 'raw', token: 'local' })

async function measureChanges(
  page: Page,
  client: SanityClient,
  { id, field, selector }: (typeof WATCHED)[number],
): Promise<number[]> {
  const published = await client.getDocument<SanityDocument>(id)
  if (!published) throw new Error(`The launch content has no ${id}.`)
  await client.createOrReplace({ ...published, _id: `drafts.${id}` })
  await pause(1000)
  const times: number[] = []
  // One run more, uncounted: the first evaluates everything.
  for (let change = 0; change <= RUNS; change += 1) {
    const text = `A heading of change ${change}`
    const seen = shownAt(page.mainFrame(), selector, text)
    await client
      .patch(`drafts.${id}`)
      .set({ [field]: text })
      .commit()
    // The answer is the lake's word that it is on disk.
    const committed = Date.now()
    if (change > 0) times.push(Math.max(0, (await seen) - committed))
    else await seen
    await pause(PAUSE_MS)
  }
  await client.delete(`drafts.${id}`)
  return times
}

/** When the text is in the page, by the clock of this machine. */
function shownAt(frame: Frame, selector: string, text: string): Promise<number> {
  return frame.evaluate(
    ([where, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const shown = document.querySelector(where ?? '')?.textContent === wanted
          if (shown) resolve(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    [selector, text],
  )
}

/** For each key the time until the page shows it, or a later one. */
async function measureTyping(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/studio/presentation?preview=/about`)
  const field = page.getByTestId('field-title').getByRole('textbox')
  await field.waitFor({ timeout: 60_000 })
  await frameOf(page)
  // The Studio may put its frame anew while it starts.
  await pause(5000)
  const frame = await frameOf(page)
  await frame.waitForSelector('h1')
  await field.fill('')
  await frame.evaluate(() => {
    const seen: [number, number][] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      const length = document.querySelector('h1')?.textContent.length ?? 0
      if (length > (seen.at(-1)?.[0] ?? 0) && length <= 200) seen.push([length, Date.now()])
      requestAnimationFrame(look)
    }
    // What is shown before the first key is no answer to one.
    setTimeout(look, 2500)
  })
  await pause(2500)
  await field.focus()
  const pressed: number[] = []
  for (let key = 0; key < KEYS; key += 1) {
    const started = Date.now()
    await page.keyboard.press('x')
    pressed.push(Date.now())
    await pause(Math.max(0, KEY_MS - (Date.now() - started)))
  }
  await pause(3000)
  const seen = await frame.evaluate(() => (globalThis as unknown as { seen: [number, number][] }).seen)
  return pressed.flatMap((at, index) => {
    const shown = seen.find(([length]) => length > index)
    return shown ? [shown[1] - at] : []
  })
}

async function frameOf(page: Page): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().includes('/preview/'))
    if (frame) return frame
    await pause(200)
  }
}

function row(times: number[]): object {
  const at = (share: number) => Math.round(quantile(times, share))
  return { p50: at(0.5), p95: at(0.95), max: at(1), counted: times.length }
}
