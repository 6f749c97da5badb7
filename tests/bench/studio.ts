import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CHROMIUM_FLAGS as args } from '../support/chromium-flags.ts'
import { findChromium } from '../support/chromium.ts'
import { quantile } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const STARTS = rounds(10, 3)
const RUNS = rounds(5, 2)
const PATIENCE_MS = 30_000
/** Between two publishes: what follows a publish in the background ends in it. */
const PAUSE_MS = 2_000

/** One document of each type: a field of it, and a page that shows it. */
const EDITED = [
  { type: 'home', id: 'home', field: 'faq.title', page: '/' },
  { type: 'platform', id: 'platform', field: 'lead', page: '/platform' },
  { type: 'about', id: 'about', field: 'lead', page: '/about' },
  { type: 'contact', id: 'contact', field: 'lead', page: '/contact' },
  { type: 'notFound', id: 'notFound', field: 'text', page: '/no/such/page' },
  { type: 'legalPage', id: 'legal-cookies', field: 'intro', page: '/cookies' },
  { type: 'example', id: 'example-bizops', field: 'title', page: '/' },
  { type: 'faqGroup', id: 'faq-group-business-roi', field: 'title', page: '/' },
  { type: 'integration', id: 'integration-anthropic', field: 'title', page: '/' },
  { type: 'pillar', id: 'pillar-adaptive-workflows', field: 'title', page: '/' },
  { type: 'step', id: 'step-adapt', field: 'text', page: '/platform' },
  { type: 'settings', id: 'settings', field: 'brand.descriptor', page: '/' },
]

/** How soon the Studio can be used, and how soon a page shows what was published the moment it was typed. */
export async function run(): Promise<void> {
  const server = await startServer()
  // An editor's browser has a profile on disk, and in it what it compiled the last time.
  const profile = await mkdtemp(path.join(tmpdir(), 'studio-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args,
    viewport: { width: 1440, height: 900 },
    baseURL: server.url,
  })
  try {
    await server.studioIsBuilt()
    const rows: Record<string, object> = {}
    const first = await untilUsable(context)
    const warm = []
    for (let start = 0; start < STARTS; start += 1) warm.push(await untilUsable(context))
    rows['the desk, first'] = row([first.desk])
    rows['the desk, with files in the cache'] = row(warm.map(({ desk }) => desk))
    rows['a form opened by its address, with files in the cache'] = row(warm.map(({ form }) => form))
    for (const edited of EDITED) {
      const page = await context.newPage()
      rows[`${edited.type}: last key and click, to the page`] = row(await measurePublishes(page, edited))
      await page.close()
    }
    tabulate('The Studio', `ms, ${STARTS} starts and ${RUNS} publishes of each type`, rows)
  } finally {
    await context.close()
    await server.stop()
    await rm(profile, { recursive: true, force: true })
  }
}

/** From the address to a list that can be chosen from; and from another to a form that can be typed into. In ms. */
async function untilUsable(context: BrowserContext): Promise<{ desk: number; form: number }> {
  const until = async (address: string, usable: string) => {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'commit' })
    const took = await page.evaluate(untilThere, usable)
    // What was compiled is kept once the page is at rest, and a browser that is in use has it.
    await pause(PAUSE_MS)
    await page.close()
    return took
  }
  return {
    desk: await until('/studio/structure', '[data-testid="structure-tool-list-pane"] a'),
    form: await until('/studio/structure/about', '[data-testid="field-title"] input:enabled'),
  }
}

/** In the page itself, as Playwright asks for an element every half second only. In ms since the address was opened. */
async function untilThere(selector: string): Promise<number> {
  return await new Promise((resolve) => {
    const look = (_: unknown, observer?: MutationObserver) => {
      if (!document.querySelector(selector)?.checkVisibility()) return
      observer?.disconnect()
      requestAnimationFrame(() => resolve(performance.now()))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
    look(undefined)
  })
}

/** Types a word and clicks Publish at once; from the click to the served page that holds it. */
async function measurePublishes(page: Page, { type, id, field, page: at }: (typeof EDITED)[number]) {
  await page.goto(`/studio/intent/edit/id=${id};type=${type};path=${field}`)
  const box = page.getByTestId(`field-${field}`).getByRole('textbox').first()
  await box.and(page.locator(':enabled')).waitFor({ timeout: PATIENCE_MS })
  const text = await box.inputValue()
  const button = page.getByTestId('action-publish')
  const times: number[] = []
  // One run more, uncounted: the first loads what publishing needs.
  for (let turn = 0; turn <= RUNS; turn += 1) {
    await pause(PAUSE_MS)
    // Short, as some titles have little room; of its type, as others may be on the same page.
    const word = `Q${EDITED.findIndex((one) => one.type === type)}x${turn}q`
    await box.fill(`${text} ${word}`)
    const started = performance.now()
    await button.click({ timeout: PATIENCE_MS })
    const took = (await untilServed(new URL(at, page.url()), word)) - started
    if (turn > 0) times.push(took)
  }
  return times
}

async function untilServed(url: URL, word: string): Promise<number> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const html = await (await fetch(url, { headers: { 'cache-control': 'no-cache' } })).text()
    if (html.includes(word)) return performance.now()
    await pause(10)
  }
  throw new Error(`“${word}” was published, but ${url.pathname} did not show it in ${PATIENCE_MS} ms.`)
}

function row(times: readonly number[]) {
  const at = (share: number) => Math.round(quantile([...times], share))
  return { p50: at(0.5), p95: at(0.95), most: at(1), counted: times.length }
}
