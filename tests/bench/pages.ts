import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS as args } from '../support/chromium-flags.ts'
import { findChromium } from '../support/chromium.ts'
import { FLOOR, openPageSites, PAGES, visitInTurns } from './support/page-sites.ts'
import { median } from './support/published-site.ts'
import { rounds, tabulate } from './support/tables.ts'
import { visit, type Visit, type Weight } from './support/visit.ts'

const RUNS = rounds(9, 3)
const SLOWDOWN = 4

/**
 * The site's pages beside the same ones in other frameworks, and beside themselves with every script taken out, which
 * is the floor: all served by one server with one compression, visited in turns by a phone four times slower. The
 * peers show the product's own sections and run its own behaviours, and fetch the popup with the click that asks for
 * it, so that a ratio is in their favour: they have no structured data, no prepared pages and no share of the outbox.
 * Their sources are beside this file; what they need is installed when it is first asked for.
 */
export async function run(): Promise<void> {
  const opened = await openPageSites()
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    for (const page of PAGES) {
      const seen = await visitInTurns(opened.sites, RUNS, (url, name) =>
        visit(browser, url + page, { slowdown: SLOWDOWN, scripts: name !== FLOOR }),
      )
      report(page, seen)
    }
  } finally {
    await browser.close()
    await opened.close()
  }
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
      (['TBT', 'blocked', 'INP', 'CPU', 'CLS'] as const).flatMap((name_) => {
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
  if (other === 0) return one === 0 ? 1 : '–'
  return Number((one / other).toFixed(2))
}
