import { installLighthouse, look, type Look } from './support/lighthouse-run.ts'
import { FLOOR, openPageSites, visitInTurns } from './support/page-sites.ts'
import { median } from './support/published-site.ts'
import { rounds, tabulate } from './support/tables.ts'

const RUNS = rounds(9, 1)
const SLOWDOWNS = [4, 12]

/** What Lighthouse says of a page of the site, of its peers and of the floor, as a phone on slow 4G. */
export function benchOf(page: string): { run: () => Promise<void> } {
  return { run: () => compare(page) }
}

async function compare(page: string): Promise<void> {
  await installLighthouse()
  const opened = await openPageSites()
  try {
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
