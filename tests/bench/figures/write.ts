import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../support/lake.ts'
import { drawChart } from './chart.ts'
import type { Figures } from './file.ts'
import { drawReadme, inReadme } from './readme.ts'

/** Draws the figures into the README and its chart. */
export async function writeFigures(figures: Figures): Promise<void> {
  const readme = path.join(root, 'README.md')
  await writeFile(readme, inReadme(await readFile(readme, 'utf8'), drawReadme(figures)))
  await writeFile(path.join(root, 'tests/bench/figures.svg'), drawChart(figures))
  console.info('\nThe figures are in tests/bench/figures.json, its chart beside it, and in README.md.')
}
