import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  browserOutcomes,
  browserTests,
  listedUnits,
  testsNamed,
  unitOutcomes,
  type BrowserReport,
} from './outcomes.ts'
import { parseSpecification } from './statements.ts'
import { findFaults, readSpecification, renderTable, specificationTable, summarise } from './table.ts'

const root = path.join(import.meta.dirname, '../..')

const TEXT = `# A site

> It greets:

- \`hello\` 'Hello' | once;
  - tests/web/a.test.ts › greets › in … languages
  - tests/e2e/a.e2e.ts › says hello
- \`bye\` and 'Bye'.
  - decided: The site says nothing at the end.
- \`wave\` It waves.
  - tests/e2e/a.e2e.ts › says hello
  - open: it waves with one hand only
`

const unit = (status: string, ...failureMessages: string[]) => ({
  testResults: [
    {
      name: path.join(root, 'tests/web/a.test.ts'),
      assertionResults: [
        { ancestorTitles: ['greets'], title: 'in 2 languages', status: 'passed', failureMessages: [] },
        { ancestorTitles: ['greets'], title: 'in 3 languages', status, failureMessages },
      ],
    },
  ],
})

function browser(...statuses: ('expected' | 'unexpected' | 'flaky' | 'skipped')[]): BrowserReport {
  const tests = statuses.map((status) => ({ projectName: 'desktop', status, results: [] }))
  return {
    config: { rootDir: path.join(root, 'tests/e2e') },
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [{ title: 'says hello', file: 'a.e2e.ts', tests }],
        suites: [{ title: 'late', specs: [{ title: 'says bye', file: 'a.e2e.ts', tests }] }],
      },
    ],
  }
}

function outcomes(status = 'passed', ...statuses: Parameters<typeof browser>) {
  return new Map([...unitOutcomes(unit(status), root), ...browserOutcomes(browser(...statuses), root)])
}

test('a text is cut into its statements, each with what proves it', () => {
  const { statements, faults } = parseSpecification(TEXT)
  expect(faults).toEqual([])
  expect(statements.map(({ id }) => id)).toEqual(['hello', 'bye', 'wave'])
  expect(statements[2]).toEqual({
    id: 'wave',
    text: 'It waves.',
    tests: ['tests/e2e/a.e2e.ts › says hello'],
    open: ['it waves with one hand only'],
    decided: [],
  })
})

test('a statement without a proof, an id twice and a line of another kind are named', () => {
  const text = `- \`one\` First.\n- \`two\` Second.\n  - open: all of it\n- \`two\` Third.\n  - decided: No.\nFourth.\n`
  expect(findFaults(parseSpecification(text), new Map())).toEqual([
    'Line 6 of the specification is neither a statement nor its proof: Fourth.',
    'Two statements of the specification are called two.',
    'No test proves one: First.',
  ])
})

test('a test that was renamed or removed is named with the statement that it proved', () => {
  const specification = parseSpecification(TEXT)
  expect(findFaults(specification, outcomes('passed', 'expected'))).toEqual([])
  expect(findFaults(specification, unitOutcomes(unit('passed'), root))).toEqual([
    'hello names a test that is not there: tests/e2e/a.e2e.ts › says hello',
    'wave names a test that is not there: tests/e2e/a.e2e.ts › says hello',
  ])
})

test('tests that were all skipped prove nothing', () => {
  const specification = parseSpecification(TEXT)
  expect(findFaults(specification, outcomes('passed', 'skipped', 'expected'))).toEqual([])
  expect(findFaults(specification, outcomes('passed', 'skipped', 'skipped'))).toEqual([
    'Every test of wave was skipped.',
  ])
})

test.each([
  ['passed', ['expected', 'skipped'], '3 statements: 1 proven, 0 unproven, 1 decided, 1 open'],
  ['failed', ['expected'], '3 statements: 0 proven, 1 unproven, 1 decided, 1 open'],
  ['passed', ['expected', 'unexpected'], '3 statements: 0 proven, 1 unproven, 1 decided, 1 open'],
  ['passed', ['flaky'], '3 statements: 0 proven, 1 unproven, 1 decided, 1 open'],
] as const)('%s units and %j in browsers are counted', (status, statuses, summary) => {
  const { statements } = parseSpecification(TEXT)
  expect(summarise(statements, outcomes(status, ...statuses))).toBe(summary)
})

test('a unit test that needed its second try is flaky', () => {
  const outcome = unitOutcomes(unit('passed', 'AssertionError: at first'), root)
  expect(outcome.get('tests/web/a.test.ts › greets › in 3 languages')).toBe('flaky')
})

test('each try of a browser test that failed says in a line what was wrong and where', () => {
  const errors = [
    { message: 'Test timeout of 300000ms exceeded.' },
    { message: '\u001B[31mExpected: 409\u001B[39m\n\nReceived: 200', location: { line: 61 } },
  ]
  const tests = [{ projectName: 'editor', status: 'flaky', results: [{ errors }, {}] } as const]
  const suites = [{ title: 'a.e2e.ts', specs: [{ title: 'refuses', file: 'a.e2e.ts', tests }] }]
  const [refuses] = browserTests({ config: { rootDir: path.join(root, 'tests/e2e') }, suites }, root)
  expect(refuses?.errors).toEqual([
    'line ?: Test timeout of 300000ms exceeded.',
    'line 61: Expected: 409 Received: 200',
  ])
})

test('the table has a row for each statement and test', () => {
  const { statements } = parseSpecification(TEXT)
  const hello = String.raw`| \`hello\` 'Hello' \| once; `.replaceAll('\\`', '`')
  expect(renderTable(statements, outcomes('failed', 'expected')).split('\n').slice(4)).toEqual([
    '| Statement | Test | Result |',
    '| --- | --- | --- |',
    `${hello}| tests/web/a.test.ts › greets › in 2 languages | passed |`,
    `${hello}| tests/web/a.test.ts › greets › in 3 languages | failed |`,
    `${hello}| tests/e2e/a.e2e.ts › says hello | passed |`,
    "| `bye` and 'Bye'. | The site says nothing at the end. | decided |",
    '| `wave` It waves. | tests/e2e/a.e2e.ts › says hello | passed |',
    '| `wave` It waves. | it waves with one hand only | open |',
    '',
  ])
})

test('without a run tests are known by their names, parametrised ones by their pattern', () => {
  const listed = listedUnits(
    [{ name: 'greets > in %d languages', file: `${root}/tests/web/a.test.ts` }],
    root,
  )
  expect(testsNamed('tests/web/a.test.ts › greets › in 4 languages', listed)).toHaveLength(1)
  expect(testsNamed('tests/web/a.test.ts › greets › in … languages', listed)).toHaveLength(1)
  expect(testsNamed('tests/web/a.test.ts › greets › in four tongues', listed)).toEqual([])
  const known = browserOutcomes(browser('skipped'), root, true)
  expect([...known]).toEqual([
    ['tests/e2e/a.e2e.ts › says hello', 'known'],
    ['tests/e2e/a.e2e.ts › late › says bye', 'known'],
  ])
})

test('the table of this specification is written, and names what the reports lack', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-reports-'))
  const reports = { unit: path.join(folder, 'unit.json'), browser: path.join(folder, 'browser.json') }
  writeFileSync(reports.unit, JSON.stringify(unit('passed')))
  writeFileSync(reports.browser, JSON.stringify(browser('expected')))
  const { sentences, summary, file } = specificationTable(reports, path.join(folder, 'table.md'))
  const { statements, faults } = readSpecification()
  expect(faults).toEqual([])
  expect(statements.map(({ id }) => id)).toEqual(expect.arrayContaining(['website', 'd30-hook']))
  expect(summary).toMatch(new RegExp(`^${statements.length} statements: 0 proven`))
  expect(sentences).toContain(
    'skip-link names a test that is not there: tests/e2e/accessibility.e2e.ts › the skip link leads to the main part',
  )
  const table = readFileSync(path.join(root, file), 'utf8')
  for (const { id } of statements) expect(table).toContain(`| \`${id}\` `)
  rmSync(folder, { recursive: true })
})
