import { installLighthouse, look, type Look } from './support/lighthouse-run.ts'
import { FLOOR, openPageSites, PAGES, visitInTurns } from './support/page-sites.ts'
import { median } from './support/published-site.ts'
import { scoreRoutes } from './support/route-scores.ts'
import { rounds, tabulate } from './support/tables.ts'

const RUNS = rounds(9, 1)
const LOOKED_AT = PAGES.slice(0, rounds(PAGES.length, 1))
const SLOWDOWNS = [4, 12]

/**
 * What Lighthouse says of the site, its peers and the floor, as a phone on slow 4G; quick, of the home page alone. Then
 * all of its scores for every page of the site, in both themes.
 */
export async function run(): Promise<void> {
  await installLighthouse()
  await compare()
  await scoreRoutes()
}

async function compare(): Promise<void> {
  const opened = await openPageSites()
  try {
    for (const page of LOOKED_AT)
      for (const slowdown of SLOWDOWNS) {
        const seen = await visitInTurns(opened.sites, RUNS, (url) => look(url + page, slowdown))
        report(page, slowdown, seen)
      }
  } finally {
    await opened.close()
  }
}

function report(page: string, slowdown: number, seen: ReadonlyMap<string, Look[]>): void {
  const rows: Record<string, object> = {}
  for (const [name, all] of seen) {
    const of = (figure: keyof Look, which = all) => median(which.map((one) => one[figure]))
    const least = of('LCP', seen.get(FLOOR) ?? [])
    rows[name] = {
      score: of('score'),
      'FCP, ms': Math.round(of('FCP')),
      'LCP, ms': Math.round(of('LCP')),
      'LCP of floor': Number((of('LCP') / least).toFixed(2)),
      'TBT, ms': Math.round(of('TBT')),
      CLS: Number(of('CLS').toFixed(3)),
    }
  }
  tabulate(`${page} by Lighthouse, ${slowdown} × slower`, `mobile, slow 4G, median of ${RUNS} in turns`, rows)
}
