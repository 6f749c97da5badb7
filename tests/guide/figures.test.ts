import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawChart } from '../bench/figures/chart.ts'
import { readFigures } from '../bench/figures/file.ts'
import { drawReadme } from '../bench/figures/readme.ts'
import { root } from '../support/lake.ts'

test('the README shows the figures that were measured, and no others', () => {
  expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain(drawReadme(readFigures()))
})

test('the chart is drawn from them', () => {
  const chart = readFileSync(path.join(root, 'tests/bench/figures.svg'), 'utf8')
  expect(chart).toBe(drawChart(readFigures()))
})
