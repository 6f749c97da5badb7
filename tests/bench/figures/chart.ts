import { figureOf, type Figures } from './file.ts'

const WIDTH = 720
const LEFT = 190
const RIGHT = 60
const BAR = 18
const ROW = 26
const TOP = 40
const GROUPS = [
  { title: 'Bytes, scrolled and used', table: '/ by weight', column: 'of the floor' },
  { title: 'Work of the page’s thread, slower processor', table: '/ by time', column: 'CPU of floor' },
] as const

/** Bars of the home page's weight and work as multiples of the floor. Colours follow the reader's theme. */
export function drawChart(figures: Figures): string {
  const sites = Object.keys(figures.benches['pages']?.tables['/ by weight']?.rows ?? {})
  const groups = GROUPS.map(({ title, table, column }) => ({
    title,
    bars: sites.map((name) => ({ name, value: figureOf(figures, ['pages', table, name, column]) })),
  }))
  const lines: string[] = []
  let y = TOP
  for (const { title, bars } of groups) {
    const most = Math.max(1, ...bars.map(({ value }) => value ?? 0))
    lines.push(`<text class="title" x="0" y="${y}">${escape(title)}, × the floor</text>`)
    y += 14
    for (const { name, value } of bars) {
      const long = Math.round(((value ?? 0) / most) * (WIDTH - LEFT - RIGHT))
      const kind = name === 'ours' ? 'ours' : 'other'
      const figure = value === undefined ? 'not measured' : value.toFixed(2)
      lines.push(
        `<text class="name" x="${LEFT - 10}" y="${y + 14}">${escape(name)}</text>`,
        `<rect class="${kind}" x="${LEFT}" y="${y}" width="${long}" height="${BAR}" rx="2"/>`,
        `<text x="${LEFT + long + 8}" y="${y + 14}">${figure}</text>`,
      )
      y += ROW
    }
    y += ROW
  }
  return `${[head(y), ...lines, '</svg>'].join('\n')}\n`
}

function head(height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Weight and work of the home page as multiples of the same HTML without scripts</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 }
.name { text-anchor: end }
.ours { fill: #0b7a5c }
.other { fill: #8c959f }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.ours { fill: #3fb98f }
.other { fill: #6e7681 }
}
</style>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
