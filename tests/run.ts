import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresFolder } from './api/support/postgres.ts'
import { refuseWords, requirePackages, runChecks } from './checks.ts'
import {
  browserTests,
  unitOutcomes,
  type BrowserReport,
  type Outcome,
  type UnitReport,
} from './specification/outcomes.ts'
import { specificationTable } from './specification/table.ts'
import { findFirefox } from './support/firefox.ts'
import { findWebKit } from './support/webkit.ts'

/** Names of tests and checks by result. A test that passed only at its second try is flaky, not passed. */
interface Results {
  passed: string[]
  failed: string[]
  flaky: string[]
  skipped: string[]
}

refuseWords('npm test')
requirePackages()
const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'site-tests-'))
// What tests leave behind goes with it. Some run as a user without rights, who has to get to a folder of their own.
chmodSync(folder, 0o711)
process.env['TMPDIR'] = folder
// Tests start about a hundred servers, each of which would spend most of a second compiling the same modules.
process.env['NODE_COMPILE_CACHE'] ??= path.join(folder, 'compile-cache')
const reports = { unit: path.join(folder, 'unit.json'), browser: path.join(folder, 'browser.json') }

const all = merge([{ ...runChecks(), flaky: [], skipped: [] }, unit(), browser(), specification()])
rmSync(folder, { recursive: true, force: true })
for (const kind of ['skipped', 'flaky', 'failed'] as const)
  for (const name of all[kind]) console.info(`${kind}: ${name}`)
const counts = (['passed', 'failed', 'flaky', 'skipped'] as const).map(
  (kind) => `${all[kind].length} ${kind}`,
)
console.info(`\n${counts.join(', ')}`)
process.exitCode = all.failed.length > 0 || all.passed.length === 0 ? 1 : 0

function unit(): Results {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`]
  const ran = succeeded('vitest', ['run', '--config=tests/vitest.config.ts', ...args])
  const report = read(reports.unit) as UnitReport | undefined
  const results = resultsOf('vitest', ran, report && [...unitOutcomes(report, root)])
  if (postgresFolder === undefined) results.skipped.push('the forms API on PostgreSQL: it is not installed')
  return results
}

function browser(): Results {
  const args = ['test', '--config=tests/playwright.config.ts']
  const ran = succeeded('playwright', args, { E2E_REPORT: reports.browser })
  const report = read(reports.browser) as BrowserReport | undefined
  const tests = report && browserTests(report, root)
  const named = tests?.map(
    ({ name, project, outcome, errors }) =>
      [[`${name} (${project})`, ...errors].join('\n  '), outcome] as const,
  )
  const results = resultsOf('playwright', ran, named)
  if (findFirefox() === undefined)
    results.skipped.push('Firefox: there is none that Playwright can drive (143 or newer)')
  if (findWebKit() === undefined)
    results.skipped.push('pages in WebKit: WebKitWebDriver, its MiniBrowser or Xvfb is not installed')
  return results
}

/** The specification table is a check of its own: each statement must have its tests. */
function specification(): Results {
  try {
    const { sentences, summary, file } = specificationTable(reports)
    console.info(`\nThe specification: ${summary} (${file})`)
    return { passed: [], failed: sentences, flaky: [], skipped: [] }
  } catch (error) {
    return { passed: [], failed: [`The specification's table: ${String(error)}`], flaky: [], skipped: [] }
  }
}

/** A failed run counts as a failure even if its report names none, as after a server was lost. */
function resultsOf(
  name: string,
  ran: boolean,
  outcomes: readonly (readonly [name: string, Outcome])[] | undefined,
): Results {
  const by = (wanted: Outcome) =>
    (outcomes ?? []).filter(([, outcome]) => outcome === wanted).map(([test]) => test)
  const results = { passed: by('passed'), failed: by('failed'), flaky: by('flaky'), skipped: by('skipped') }
  if ((!ran || !outcomes) && results.failed.length === 0) results.failed.push(`${name} did not end well.`)
  return results
}

function merge(parts: Results[]): Results {
  const kinds = (kind: keyof Results) => parts.flatMap((one) => one[kind])
  return {
    passed: kinds('passed'),
    failed: kinds('failed'),
    flaky: kinds('flaky'),
    skipped: kinds('skipped'),
  }
}

function succeeded(command: string, args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
