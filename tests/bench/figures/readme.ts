import { figureOf, type Figures } from './file.ts'
import { markdownTable, written } from './markdown.ts'
import { modelOf } from './model.ts'

const START = '<!-- figures: drawn by npm run bench -- all -->'
const END = '<!-- end of figures -->'
const PAGE_COLUMNS = [
  ['script at rest, kB', 'weight', 'script at rest, kB'],
  ['all, kB', 'weight', 'all, kB'],
  ['of the floor', 'weight', 'of the floor'],
  ['requests', 'weight', 'requests, used'],
  ['thread’s work, of the floor', 'time', 'CPU of floor'],
  ['blocked before a touch, ms', 'time', 'TBT, ms'],
  ['slowest interaction, ms', 'time', 'INP, ms'],
] as const

interface Headline {
  what: string
  at: readonly [bench: string, table: string, row: string, column: string]
  unit: string
  /** What the figure is a part or a multiple of. */
  beside?: { words: string; column: string }
}

const HEADLINES: readonly Headline[] = [
  {
    what: 'Home page until its largest part is drawn (LCP), 4 × slower processor',
    at: ['lcp', 'LCP of /', 'ours', 'LCP, ms'],
    unit: ' ms',
    beside: { words: '× the same page without scripts', column: 'of floor' },
  },
  {
    what: 'Home page, a second on one core, 64 connections',
    at: ['serve', 'Requests a second', 'home, 64', 'ours'],
    unit: '',
    beside: { words: '× nginx', column: 'of nginx' },
  },
  {
    what: 'Posts stored durably, a second',
    at: ['api', 'Posts', 'forms API, stored durably', 'per second'],
    unit: '',
    beside: { words: '× the same stack without a store', column: 'of floor' },
  },
  {
    what: 'Publish in the Studio to the new text in a fresh page, median',
    at: ['publish', 'From Publish to the new text in a fresh page', 'a click in the real Studio', 'p50'],
    unit: ' ms',
  },
  {
    what: 'One page of 1,000 changed, publish alone',
    at: ['publish', 'A publish by the size of the site', '1000 routes', 'all'],
    unit: ' ms',
    beside: { words: '× that of 12 pages', column: 'of smallest' },
  },
  {
    what: 'A draft’s commit to the changed page, median',
    at: ['preview', 'From the commit or the key to the changed page', '/about, single changes', 'p50'],
    unit: ' ms',
  },
  {
    what: 'The Studio’s desk, files in the cache, median',
    at: ['studio', 'The Studio', 'the desk, with files in the cache', 'p50'],
    unit: ' ms',
  },
  {
    what: '`npm start` the first time, most memory of all its processes',
    at: ['start', 'npm start', 'first: nothing is built', 'most MB'],
    unit: ' MB',
  },
  {
    what: '`npm start` once more, to the first page',
    at: ['start', 'npm start', 'again: all is built', 'ms to the first page'],
    unit: ' ms',
  },
  {
    what: 'Memory of the server, 150 s after 1,000 publishes',
    at: ['start', 'Memory of the idle server', '1000 publishes of a page', 'MB resident'],
    unit: ' MB',
  },
  {
    what: 'First click on Get Early Access, dialog ready to be typed into',
    at: ['click', 'First click on Get Early Access', '/', 'usable, ms'],
    unit: ' ms',
  },
]

/** The benches whose figures the README shows; the model reads the lake's. */
const SHOWN = new Set<string>(['pages', 'lake', ...HEADLINES.map(({ at: [bench] }) => bench)])

/** The part of the README that the figures are drawn into, with its marks. */
export function drawReadme(figures: Figures): string {
  const parts = [START, captionOf(figures), pagesOf(figures), headlinesOf(figures), modelOf(figures)]
  return [...parts.filter((part) => part !== ''), END].join('\n\n')
}

/** The README with that part in place of the one before. */
export function inReadme(readme: string, part: string): string {
  const [from, to] = [readme.indexOf(START), readme.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`README.md has no place for the figures: ${START} … ${END}`)
  return readme.slice(0, from) + part + readme.slice(to + END.length)
}

function captionOf({ benches }: Figures): string {
  const all = Object.entries(benches).filter(([name]) => SHOWN.has(name))
  if (all.length === 0) return 'Nothing was measured yet.'
  const quick = all.filter(([, { quick: isQuick }]) => isQuick).map(([name]) => `\`${name}\``)
  const command = `\`npm run bench -- all\` on ${distinct(all.map(([, { machine }]) => machine))}; ${distinct(all.map(([, { date }]) => date))}.`
  const caution =
    quick.length === 0
      ? ''
      : ` Fewer rounds (\`--quick\`), on a machine that did other things: ${quick.join(', ')}.`
  return `${command}${caution} Ratios are of one run and travel; times are of that machine.`
}

function pagesOf(figures: Figures): string {
  const sites = Object.keys(figures.benches['pages']?.tables['/ by weight']?.rows ?? {})
  if (sites.length === 0) return ''
  const rows = sites.map((site) => [
    site,
    ...PAGE_COLUMNS.map(([, kind, column]) => {
      const figure = figureOf(figures, ['pages', `/ by ${kind}`, site, column])
      return figure === undefined ? '–' : written(figure)
    }),
  ])
  const alt = 'Weight and work of the home page as multiples of the same HTML without scripts'
  const note = `The home page, scrolled and used, ${figures.benches['pages']?.tables['/ by time']?.note}. The floor is the same page without scripts, so that it is scrolled, but has no calculator, form or dialog to use. Other pages are in [figures.json](tests/bench/figures.json).`
  const table = markdownTable([['Home page', ...PAGE_COLUMNS.map(([title]) => title)], ...rows])
  return [`![${alt}](tests/bench/figures.svg)`, note, table].join('\n\n')
}

function headlinesOf(figures: Figures): string {
  const rows = HEADLINES.flatMap(({ what, at: [bench, table, row, column], unit, beside }) => {
    const figure = figureOf(figures, [bench, table, row, column])
    if (figure === undefined) return []
    const ratio = beside && figureOf(figures, [bench, table, row, beside.column])
    return [[what, written(figure) + unit, ratio === undefined ? '' : `${written(ratio)} ${beside?.words}`]]
  })
  return rows.length === 0 ? '' : markdownTable([['What', 'Measured', 'Beside'], ...rows])
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].toSorted().join(', ')
}
