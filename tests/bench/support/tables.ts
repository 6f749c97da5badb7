import { Console } from 'node:console'
import process from 'node:process'

export type Cell = number | string | boolean
/** What a bench measured: what its numbers are, and rows of cells by name. */
export interface Table {
  note: string
  rows: Record<string, Record<string, Cell>>
}

let tables: Record<string, Table> = {}

/** Prints a table, and keeps it for the file of figures. */
export function tabulate(name: string, note: string, rows: Record<string, object>): void {
  console.info(`\n${name} (${note})`)
  new Console(process.stdout).table(rows)
  tables[name] = { note, rows: JSON.parse(JSON.stringify(rows)) as Table['rows'] }
}

/** What was kept since it was asked for the last time. */
export function takeTables(): Record<string, Table> {
  const taken = tables
  tables = {}
  return taken
}

/** The number of rounds: fewer with `--quick`, which only shows that everything works. */
export function rounds(full: number, quick: number): number {
  return process.env['BENCH_QUICK'] === '1' ? quick : full
}
