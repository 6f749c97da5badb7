import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { browserOutcomes, listedUnits, type BrowserReport } from './outcomes.ts'
import { findFaults, readSpecification } from './table.ts'

/*
 * Says within seconds, without running a test, whether each statement of the specification has its tests: a renamed or
 * removed test shows up here, not at the end of a whole run.
 */

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)

async function list(command: string, args: string[]): Promise<unknown> {
  const { stdout } = await run(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout)
}

const [units, browser] = await Promise.all([
  list('vitest', ['list', '--config=tests/vitest.config.ts', '--json']),
  list('playwright', ['test', '--config=tests/playwright.config.ts', '--list', '--reporter=json']),
])
const known = new Map([
  ...listedUnits(units as { name: string; file: string }[], root),
  ...browserOutcomes(browser as BrowserReport, root, true),
])
const specification = readSpecification()
const faults = findFaults(specification, known)
for (const fault of faults) console.error(fault)
const { length } = specification.statements
const open = specification.statements.filter((statement) => statement.open.length > 0).length
console.info(`${length} statements of the specification, ${open} open, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
