import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The result of a test over all projects that have it: `known` if it was listed but not run, `flaky` if only the second
 * try passed.
 */
export type Outcome = 'failed' | 'flaky' | 'passed' | 'skipped' | 'known'

/** By name, as in `tests/e2e/faq.e2e.ts › describe › title`. */
export type Outcomes = Map<string, Outcome>

/** A test that failed anywhere has failed. A test that passed somewhere may be skipped elsewhere. */
export const BY_WEIGHT: readonly Outcome[] = ['failed', 'flaky', 'passed', 'skipped', 'known']

/** Placeholders of a parametrised test, which vitest lists without their values. */
const PLACEHOLDER = /%[sdifjoO#$]/g

/** Length of a failure message: what was expected, what was found, and the beginning of the steps. */
const MAX_ERROR = 1000

export interface UnitReport {
  testResults: readonly {
    name: string
    assertionResults: readonly UnitResult[]
  }[]
}

interface UnitResult {
  ancestorTitles: readonly string[]
  title: string
  status: string
  /** Messages of every try. A test that passed and has some needed its second try. */
  failureMessages: readonly string[]
}

export interface BrowserReport {
  config: { rootDir: string }
  suites: readonly Suite[]
}

interface BrowserError {
  message?: string
  location?: { line: number }
}

interface Suite {
  title: string
  specs?: readonly {
    title: string
    file: string
    tests: readonly {
      projectName: string
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      /** Of every try. */
      results: readonly { errors?: readonly BrowserError[] }[]
    }[]
  }[]
  suites?: readonly Suite[]
}

/** From `vitest run --reporter=json`. */
export function unitOutcomes(report: UnitReport, root: string): Outcomes {
  const outcomes: Outcomes = new Map()
  for (const { name: file, assertionResults } of report.testResults)
    for (const result of assertionResults)
      record(outcomes, nameOf(root, file, [...result.ancestorTitles, result.title]), unitOutcome(result))
  return outcomes
}

/** From `vitest list --json`, which reads the files and runs nothing. */
export function listedUnits(list: readonly { name: string; file: string }[], root: string): Outcomes {
  const names = list.map(({ name, file }) => nameOf(root, file, name.replace(PLACEHOLDER, '…').split(' > ')))
  return new Map(names.map((name) => [name, 'known']))
}

/** One test in one project of a run. */
interface BrowserTest {
  name: string
  project: string
  outcome: Outcome
  /** All that each try that failed says of it, each in one line with its line in the code. */
  errors: string[]
}

/** From Playwright's `--reporter=json`, one for each project that has the test. */
export function browserTests(report: BrowserReport, root: string): BrowserTest[] {
  const all: BrowserTest[] = []
  const visit = ({ specs = [], suites = [] }: Suite, titles: readonly string[]) => {
    for (const { title, file, tests } of specs) {
      const name = nameOf(root, path.join(report.config.rootDir, file), [...titles, title])
      for (const { projectName: project, status, results } of tests)
        all.push({
          name,
          project,
          outcome: BROWSER_OUTCOMES[status],
          errors: results.flatMap(({ errors = [] }) => errors.map(lineOf)),
        })
    }
    for (const suite of suites) visit(suite, [...titles, suite.title])
  }
  // The outermost suites are files.
  for (const suite of report.suites) visit(suite, [])
  return all
}

/** The same by name. With `--list`, no test has a result, and all are `known`. */
export function browserOutcomes(report: BrowserReport, root: string, listed = false): Outcomes {
  const outcomes: Outcomes = new Map()
  for (const { name, outcome } of browserTests(report, root))
    record(outcomes, name, listed ? 'known' : outcome)
  return outcomes
}

/**
 * The tests that a name stands for. `…` stands for anything, in the name and in what is known: without a run
 * a parametrised test is known by its pattern alone.
 */
export function testsNamed(name: string, outcomes: Outcomes): string[] {
  if (outcomes.has(name)) return [name]
  return [...outcomes.keys()].filter((other) => isPattern(name, other) || isPattern(other, name))
}

function isPattern(pattern: string, name: string): boolean {
  if (!pattern.includes('…')) return false
  const literal = pattern.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return new RegExp(`^${literal.replaceAll('…', '.*')}$`, 's').test(name)
}

function record(outcomes: Outcomes, name: string, outcome: Outcome): void {
  const before = outcomes.get(name) ?? 'known'
  outcomes.set(name, BY_WEIGHT.find((one) => one === before || one === outcome) ?? outcome)
}

function nameOf(root: string, file: string, titles: readonly string[]): string {
  return [path.relative(root, file), ...titles].join(' › ')
}

function unitOutcome({ status, failureMessages }: UnitResult): Outcome {
  if (status === 'passed') return failureMessages.length > 0 ? 'flaky' : 'passed'
  return status === 'failed' ? 'failed' : 'skipped'
}

function lineOf({ message = '', location }: BrowserError): string {
  const line = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ')
  return `line ${location?.line ?? '?'}: ${line.slice(0, MAX_ERROR)}`
}

const BROWSER_OUTCOMES = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
} as const
