import { chromium, type Browser } from '@playwright/test'
import { contentSource } from '../../web/content/client.ts'
import type { Content } from '../../web/content/content.ts'
import { createReader } from '../../web/content/documents.ts'
import { ownImages } from '../../web/content/picture-files.ts'
import { snapshotOf } from '../../web/content/snapshot.ts'
import { findChromium } from '../support/chromium.ts'
import { startLake } from '../support/lake.ts'
import { buildPagePeers } from './support/page-peers.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { serveSite, type ServedSite } from './support/site-files.ts'
import { visit, type Visit, type Weight } from './support/visit.ts'
import { rounds, tabulate } from './support/tables.ts'

const PAGES = ['/', '/platform', '/contact', '/privacy']
const RUNS = rounds(9, 3)
const SLOWDOWN = 4
const FLOOR = 'floor: no scripts'
const OURS = 'ours'

/**
 * The site's pages beside the same ones in other frameworks, and beside themselves with every script taken out, which
 * is the floor: all served by one server with one compression, visited in turns by a phone four times slower. The
 * peers show the product's own sections and run its own behaviours, and fetch the popup with the click that asks for
 * it, so that a ratio is in their favour: they have no structured data, no prepared pages and no share of the outbox.
 * Their sources are beside this file; what they need is installed when it is first asked for.
 */
export async function run(): Promise<void> {
  const built = await buildPagePeers(await launchContent())
  const server = await startServer()
  const shared = { api: server.url, shared: server.siteFolder }
  const sites = new Map<string, ServedSite>()
  for (const { name, folder } of [{ name: OURS, folder: server.siteFolder }, ...built])
    sites.set(name, await serveSite(folder, { ...shared, scripts: true }))
  sites.set(FLOOR, await serveSite(server.siteFolder, { ...shared, scripts: false }))
  const browser = await chromium.launch({ executablePath: findChromium() })
  try {
    for (const page of PAGES) report(page, await visits(browser, sites, page))
  } finally {
    await browser.close()
    for (const site of sites.values()) await site.close()
    await server.stop()
  }
}

/** All copy, with pictures at the addresses that a release has them. */
async function launchContent(): Promise<Content> {
  const lake = await startLake()
  try {
    const read = createReader(contentSource({ LAKE_URL: lake.url }))
    return snapshotOf(ownImages(await read())).content
  } finally {
    await lake.close()
  }
}

async function visits(
  browser: Browser,
  sites: ReadonlyMap<string, ServedSite>,
  page: string,
): Promise<Map<string, Visit[]>> {
  const seen = new Map<string, Visit[]>([...sites.keys()].map((name) => [name, []]))
  for (let round = 0; round < RUNS; round += 1) {
    // Each is the first in its turn, as who follows finds a warmer machine.
    const all = [...sites]
    const first = round % all.length
    for (const [name, { url }] of [...all.slice(first), ...all.slice(0, first)]) {
      const options = { slowdown: SLOWDOWN, scripts: name !== FLOOR }
      seen.get(name)?.push(await visit(browser, url + page, options))
    }
  }
  return seen
}

const total = (amounts: Record<string, number>) => Object.values(amounts).reduce((sum, one) => sum + one, 0)
const kilobytes = (bytes: number) => Number((bytes / 1_000).toFixed(1))

function report(page: string, seen: ReadonlyMap<string, Visit[]>): void {
  const floor = seen.get(FLOOR) ?? []
  const weights: Record<string, object> = {}
  const times: Record<string, object> = {}
  for (const [name, all] of seen) {
    const part = (at: 'rest' | 'scrolled' | 'used', of: (weight: Weight) => number) =>
      median(all.map((one) => of(one[at])))
    const script = (at: 'rest' | 'scrolled' | 'used') =>
      kilobytes(part(at, ({ bytes }) => bytes['Script'] ?? 0))
    weights[name] = {
      'html, kB': kilobytes(part('rest', ({ bytes }) => bytes['Document'] ?? 0)),
      'script at rest, kB': script('rest'),
      scrolled: script('scrolled'),
      used: script('used'),
      'all, kB': kilobytes(part('used', ({ bytes }) => total(bytes))),
      'of the floor': ratio(
        part('used', ({ bytes }) => total(bytes)),
        median(floor.map(({ used }) => total(used.bytes))),
      ),
      'requests at rest': part('rest', ({ requests }) => total(requests)),
      'requests, used': part('used', ({ requests }) => total(requests)),
    }
    times[name] = Object.fromEntries(
      (['LCP', 'TBT', 'blocked', 'INP', 'CPU', 'CLS'] as const).flatMap((name_) => {
        const figure = (of: readonly Visit[]) => median(of.map((one) => one.times[name_]))
        const [own, least] = [figure(all), figure(floor)]
        if (name_ === 'CLS') return [[name_, Number(own.toFixed(3))]]
        return [
          [`${name_}, ms`, Math.round(own)],
          [`${name_} of floor`, ratio(own, least)],
        ]
      }),
    )
  }
  tabulate(`${page} by weight`, `median of ${RUNS} visits in turns`, weights)
  tabulate(`${page} by time`, `${SLOWDOWN} × slower processor, median of ${RUNS} visits in turns`, times)
}

function ratio(one: number, other: number): number | string {
  return other === 0 ? (one === 0 ? 1 : '–') : Number((one / other).toFixed(2))
}
