import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { readArguments, runMain } from '../../api/cli/command.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { root } from '../support/lake.ts'
import { drawChart } from './figures/chart.ts'
import { keepFigures, machine, type Figures, type Measured } from './figures/file.ts'
import { drawReadme, inReadme } from './figures/readme.ts'
import { takeTables } from './support/tables.ts'

const benches: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  api: () => import('./api.ts'),
  attack: () => import('./attack.ts'),
  click: () => import('./click.ts'),
  lake: () => import('./lake.ts'),
  lcp: () => import('./lcp.ts'),
  // One by one, as each takes half an hour.
  'lighthouse-contact': lighthouseOf('/contact'),
  'lighthouse-home': lighthouseOf('/'),
  'lighthouse-platform': lighthouseOf('/platform'),
  'lighthouse-privacy': lighthouseOf('/privacy'),
  pages: () => import('./pages.ts'),
  prerender: () => import('./prerender.ts'),
  preview: () => import('./preview.ts'),
  publish: () => import('./publish.ts'),
  scores: () => import('./scores.ts'),
  serve: () => import('./serve.ts'),
  start: () => import('./start.ts'),
  studio: () => import('./studio.ts'),
  submissions: () => import('./submissions.ts'),
}

const USAGE = `Usage: npm run bench -- NAME…

Runs the named benches, each of which prints its own tables. There are: ${Object.keys(benches).join(', ')}.

  all        run every one, and write what they measured to figures.json, the chart and the README
  --keep     write so after each of those named, and keep the figures of the others
  --quick    make fewer rounds, which the README then says`

async function main(): Promise<number> {
  const { words, values } = readArguments({
    usage: USAGE,
    options: { quick: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
    words: Infinity,
  })
  const { quick, keep } = values
  const isAll = words.includes('all')
  const names = isAll ? Object.keys(benches) : words
  const unknown = words.filter((name) => name !== 'all' && !(name in benches))
  if (names.length === 0) throw new OperationalError(`Say which bench to run.\n\n${USAGE}`)
  if (unknown.length > 0) throw new OperationalError(`No bench is called ${unknown.join(', ')}.\n\n${USAGE}`)

  if (quick) process.env['BENCH_QUICK'] = '1'
  const measured: Record<string, Measured> = {}
  for (const name of names) {
    const figures = await measure(name, quick)
    if (!figures) continue
    measured[name] = figures
    // What ends the next one must not cost the hour that this one took.
    if (keep) await writeFigures(await keepFigures({ [name]: figures }, true))
  }
  if (isAll && !keep) await writeFigures(await keepFigures(measured, false))
  return names.every((name) => name in measured) ? 0 : 1
}

/** What a bench measured; none where it did not come to its end, as half of its tables would be no measurement. */
async function measure(name: string, quick: boolean): Promise<Measured | undefined> {
  const date = new Date().toISOString().slice(0, 10)
  console.info(`\n— ${name} —`)
  try {
    await (await benches[name]?.())?.run()
    return { date, machine: machine(), quick, tables: takeTables() }
  } catch (error) {
    takeTables()
    console.error(`${name} did not end:`, error instanceof OperationalError ? error.message : error)
    return undefined
  }
}

function lighthouseOf(page: string) {
  return () => import('./lighthouse.ts').then(({ benchOf }) => benchOf(page))
}

/** Draws the figures into the README and its chart. */
async function writeFigures(figures: Figures): Promise<void> {
  const readme = path.join(root, 'README.md')
  await writeFile(readme, inReadme(await readFile(readme, 'utf8'), drawReadme(figures)))
  await writeFile(path.join(root, 'tests/bench/figures.svg'), drawChart(figures))
  console.info('\nThe figures are in tests/bench/figures.json, its chart beside it, and in README.md.')
}

await runMain(main)
