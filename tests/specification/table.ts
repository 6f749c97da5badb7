import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  BY_WEIGHT,
  browserOutcomes,
  testsNamed,
  unitOutcomes,
  type BrowserReport,
  type Outcome,
  type Outcomes,
  type UnitReport,
} from './outcomes.ts'
import { parseSpecification, type Specification, type Statement } from './statements.ts'

const root = path.join(import.meta.dirname, '../..')

/** Where the table is written, below the checkout. */
const TABLE = 'var/specification.md'

export interface SpecificationTable {
  /** What is wrong with the table itself; empty where each statement is accounted for. */
  sentences: string[]
  /** Path of the table, from the root of the checkout. */
  file: string
  /** Such as '230 statements: 212 proven, 0 unproven, 9 decided, 9 open'. */
  summary: string
}

/**
 * Maps the specification to the results of a run, and writes the table.
 * @param reports paths of the JSON reports of vitest and Playwright
 * @param file where the table goes
 * @throws Error where a report can't be read
 */
export function specificationTable(
  reports: { unit: string; browser: string },
  file = path.join(root, TABLE),
): SpecificationTable {
  const outcomes = new Map([
    ...unitOutcomes(JSON.parse(readFileSync(reports.unit, 'utf8')) as UnitReport, root),
    ...browserOutcomes(JSON.parse(readFileSync(reports.browser, 'utf8')) as BrowserReport, root),
  ])
  const specification = readSpecification()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, renderTable(specification.statements, outcomes))
  return {
    sentences: findFaults(specification, outcomes),
    file: path.relative(root, file),
    summary: summarise(specification.statements, outcomes),
  }
}

/** The specification of this repository, and the decisions that fill it in. */
export function readSpecification(): Specification {
  const texts = ['website.md', 'decisions.md'].map((name) =>
    readFileSync(path.join(import.meta.dirname, name), 'utf8'),
  )
  return parseSpecification(texts.join('\n'))
}

/** A sentence for each fault of the text, each named test that there is none of, and each that was not run. */
export function findFaults({ statements, faults }: Specification, outcomes: Outcomes): string[] {
  const unproven = statements.flatMap((statement) => {
    const missing = statement.tests.filter((name) => testsNamed(name, outcomes).length === 0)
    if (missing.length > 0)
      return missing.map((name) => `${statement.id} names a test that is not there: ${name}`)
    return outcomeOf(statement, outcomes) === 'skipped' ? [`Every test of ${statement.id} was skipped.`] : []
  })
  return [...faults, ...unproven]
}

/** The table as Markdown: a row for each statement and test. */
export function renderTable(statements: readonly Statement[], outcomes: Outcomes): string {
  const rows = statements.flatMap((statement) => {
    const shown = `\`${statement.id}\` ${statement.text}`
    return [
      ...statement.tests.flatMap((name) => {
        const named = testsNamed(name, outcomes)
        if (named.length === 0) return [row(shown, name, 'missing')]
        return named.map((test) => row(shown, test, outcomes.get(test) ?? 'missing'))
      }),
      ...statement.open.map((text) => row(shown, text, 'open')),
      ...statement.decided.map((text) => row(shown, text, 'decided')),
    ]
  })
  const head = ['| Statement | Test | Result |', '| --- | --- | --- |']
  return `# The specification and its tests\n\n${summarise(statements, outcomes)}\n\n${[...head, ...rows].join('\n')}\n`
}

/** How many statements stand how: each counts once, and what is open counts as open whatever else it has. */
export function summarise(statements: readonly Statement[], outcomes: Outcomes): string {
  const count = (wanted: ReturnType<typeof standing>) =>
    statements.filter((statement) => standing(statement, outcomes) === wanted).length
  const parts = (['proven', 'unproven', 'decided', 'open'] as const).map(
    (wanted) => `${count(wanted)} ${wanted}`,
  )
  return `${statements.length} statements: ${parts.join(', ')}`
}

function standing(statement: Statement, outcomes: Outcomes): 'proven' | 'unproven' | 'decided' | 'open' {
  if (statement.open.length > 0) return 'open'
  if (statement.tests.length === 0) return 'decided'
  return outcomeOf(statement, outcomes) === 'passed' ? 'proven' : 'unproven'
}

/** Failed where one of its tests did or is missing, skipped where all were; undefined without tests. */
function outcomeOf({ tests }: Statement, outcomes: Outcomes): Outcome | undefined {
  const all = tests.flatMap((name) => {
    const named = testsNamed(name, outcomes)
    return named.length === 0 ? (['failed'] as const) : named.map((test) => outcomes.get(test))
  })
  return BY_WEIGHT.find((outcome) => all.includes(outcome))
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
}
