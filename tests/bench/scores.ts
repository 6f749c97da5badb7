import { checkTheme, installLighthouse, score, type Scores, type Theme } from './support/lighthouse-run.ts'
import { median } from './support/published-site.ts'
import { startServer } from './support/running-server.ts'
import { rounds, tabulate } from './support/tables.ts'

const RUNS = rounds(3, 1)
/** Lighthouse's own for a phone. */
const SLOWDOWN = 4
const THEMES: readonly Theme[] = ['light', 'dark']
const COLUMNS = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const satisfies Record<keyof Scores['of'], string>

/** All that Lighthouse scores of every page in the sitemap, in both themes, as the server serves it. */
export async function run(): Promise<void> {
  await installLighthouse()
  const server = await startServer()
  try {
    // Its build would take the processor from the pages.
    await server.studioIsBuilt()
    const routes = await routesOf(server.url)
    for (const theme of THEMES) {
      await checkTheme(theme)
      const seen = new Map<string, Scores[]>(routes.map((route) => [route, []]))
      for (let round = 0; round < RUNS; round += 1)
        for (const [route, all] of seen) all.push(await score(server.url + route, SLOWDOWN, theme))
      report(theme, seen)
    }
  } finally {
    await server.stop()
  }
}

async function routesOf(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const routes = [...sitemap.matchAll(/<loc>([^<]+)/gu)].map(([, address = '']) => new URL(address).pathname)
  if (routes.length === 0) throw new Error('The sitemap names no page.')
  return routes
}

function report(theme: Theme, seen: ReadonlyMap<string, Scores[]>): void {
  const rows: Record<string, object> = {}
  const faults: string[] = []
  for (const [route, all] of seen) {
    const names = Object.keys(COLUMNS) as (keyof Scores['of'])[]
    rows[route] = Object.fromEntries(
      names.map((name) => [COLUMNS[name], median(all.map(({ of }) => of[name]))]),
    )
    for (const fault of new Set(all.flatMap((one) => one.faults))) faults.push(`${route}: ${fault}`)
  }
  const note = `mobile, slow 4G, ${SLOWDOWN} × slower processor, median of ${RUNS}`
  tabulate(`All scores of Lighthouse, ${theme} theme`, note, rows)
  for (const fault of faults) console.info(`Less than all of it, once or more: ${fault}`)
}
