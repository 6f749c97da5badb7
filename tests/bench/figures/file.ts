import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { Cell, Table } from '../support/tables.ts'

/** What one bench measured, when and on what, and whether with fewer rounds. */
export interface Measured {
  date: string
  machine: string
  quick: boolean
  tables: Record<string, Table>
}

/** What `tests/bench/figures.json` holds. */
export interface Figures {
  benches: Record<string, Measured>
}

const file = path.join(import.meta.dirname, '../figures.json')

/** The figures of the last run. None were ever measured where the file is missing. */
export function readFigures(): Figures {
  if (!existsSync(file)) return { benches: {} }
  return JSON.parse(readFileSync(file, 'utf8')) as Figures
}

/** Writes what was measured to the file, beside what other benches measured before where `keep` is set. */
export async function keepFigures(measured: Record<string, Measured>, keep: boolean): Promise<Figures> {
  const before = keep ? readFigures().benches : {}
  const all = Object.entries({ ...before, ...measured }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const figures = { benches: Object.fromEntries(all) }
  await writeFile(file, `${JSON.stringify(figures, undefined, 2)}\n`)
  return figures
}

/** A number of the figures; undefined where it was not measured. */
export function figureOf(
  figures: Figures,
  [bench, table, row, column]: readonly [bench: string, table: string, row: string, column: string],
) {
  const cell: Cell | undefined = figures.benches[bench]?.tables[table]?.rows[row]?.[column]
  return typeof cell === 'number' ? cell : undefined
}

/** What this runs on, in words. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() ?? ''
  // Virtual machines may not say what they run on.
  const processor = /^(?:unknown)?$/iu.test(model) ? process.arch : model
  return `${availableParallelism()} cores (${processor}), ${memory} GB, ${process.platform}, Node ${process.versions.node}`
}
