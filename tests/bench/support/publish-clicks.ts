import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReleaseList } from '../../../api/contract/publishing.ts'
import { CHROMIUM_FLAGS as args } from '../../support/chromium-flags.ts'
import { findChromium } from '../../support/chromium.ts'
import { PATIENCE_MS, publishDraft, setLead, untilShown } from './lead.ts'
import { quantile } from './published-site.ts'
import type { RunningServer } from './running-server.ts'
import { rounds, tabulate } from './tables.ts'

const RUNS = rounds(50, 8)
/** What an editor takes to look up from the last key. Also ends the background work of the publish before. */
const PAUSE_MS = 1_500

/**
 * From Publish to the new text in a page that is fetched anew, over and over: once as the request that the
 * Studio sends, once as a click in the real Studio. The pipeline's share is from the webhook's arrival to the
 * switch, by the server's own list of releases. Returns the median of what an editor sees, in ms.
 */
export async function measureClicks(server: RunningServer): Promise<number> {
  await server.studioIsBuilt()
  const byRequest: number[] = []
  // One run more, uncounted: the first loads the bundle that publishes.
  for (let run = 0; run <= RUNS; run += 1) {
    const lead = `A lead of request ${run}.`
    await setLead(server, lead)
    await pause(PAUSE_MS)
    const started = Date.now()
    const shown = await untilShown(server, lead, () => publishDraft(server))
    if (run > 0) byRequest.push(shown - started)
  }
  const pipelineByRequest = await pipelineTimes(server)
  const byClick = await measureInStudio(server)
  tabulate('From Publish to the new text in a fresh page', `ms, ${RUNS} runs`, {
    'the request that the Studio sends': row(byRequest, pipelineByRequest),
    ...(typeof byClick === 'string'
      ? {}
      : { 'a click in the real Studio': row(byClick, await pipelineTimes(server)) }),
  })
  if (typeof byClick === 'string') console.info(byClick)
  return quantile(typeof byClick === 'string' ? byRequest : byClick, 0.5)
}

/** Times of clicks in a browser; a message where there is none. */
async function measureInStudio(server: RunningServer): Promise<number[] | string> {
  const browser = await launch()
  if (typeof browser === 'string') return browser
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/studio/structure/about`)
  await rememberClicks(page)
  const field = page.getByTestId('field-lead').getByRole('textbox')
  await field.waitFor({ timeout: PATIENCE_MS })
  const button = page.getByTestId('action-publish')
  const times: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const lead = `A lead of click ${run}.`
    await field.fill(lead)
    await untilSaved(server, lead)
    // The Studio greys its button while it saves and checks: an editor waits for that too, before the click.
    await untilSteady(button)
    const shown = await untilShown(server, lead, () => button.click({ timeout: PATIENCE_MS }))
    if (run > 0) times.push(shown - (await clickedAt(page)))
  }
  await browser.close()
  return times
}

async function launch(): Promise<Browser | string> {
  try {
    return await chromium.launch({ executablePath: findChromium(), args })
  } catch (error) {
    return `The Studio is left out, as no browser could be started: ${String(error)}`
  }
}

/** By the browser's own clock: a driver takes 50 ms and more to look at a button before it clicks. */
async function rememberClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      ({ timeStamp }) => Object.assign(globalThis, { clicked: performance.timeOrigin + timeStamp }),
      { capture: true },
    )
  })
}

function clickedAt(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { clicked: number }).clicked)
}

/** Waits until a button has been enabled for as long as an editor takes to look up. */
async function untilSteady(button: Locator): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (let since = performance.now(); performance.now() - since < PAUSE_MS;) {
    if (performance.now() > end) throw new Error('The Studio did not offer to publish.')
    if (!(await button.isEnabled())) since = performance.now()
    await pause(50)
  }
}

async function untilSaved(server: RunningServer, lead: string): Promise<void> {
  const query = encodeURIComponent('*[_id == "drafts.about"][0].lead')
  const url = `${server.url}/v2025-02-19/data/query/production?query=${query}&perspective=raw`
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const { result } = (await (await fetch(url)).json()) as { result: unknown }
    if (result === lead) return
    await pause(50)
  }
  throw new Error(`The Studio did not save “${lead}”.`)
}

/** From the webhook's arrival to the switch, of the last releases. */
async function pipelineTimes(server: RunningServer): Promise<number[]> {
  const list = (await (await fetch(`${server.url}/api/releases`)).json()) as ReleaseList
  return list.releases
    .filter(({ cause }) => cause === 'publish')
    .slice(0, RUNS)
    .map(({ tookMs }) => tookMs)
}

function row(times: readonly number[], pipeline: readonly number[]) {
  return {
    p50: part(times, 0.5),
    p95: part(times, 0.95),
    most: part(times, 1),
    'pipeline p50': part(pipeline, 0.5),
    'pipeline p95': part(pipeline, 0.95),
  }
}

function part(times: readonly number[], share: number): number {
  return Math.round(quantile(times, share))
}
