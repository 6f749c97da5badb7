import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listSettings } from '../../api/env-schema.ts'

/*
 * Says which guide does not match the settings in api/env-schema.ts: `.env.example`, the table in api/README.md, or the
 * names in README.md. With `--write`, the first two are generated.
 */

const root = path.join(import.meta.dirname, '../..')
const settings = listSettings()
const COMMAND = 'npx node tests/settings/check.ts --write'

function example(): string {
  const lines = settings.map(
    ({ name, value, description }) => `${`${name}=${value}`.padEnd(30)} # ${description}`,
  )
  return `# Every setting is optional; the values shown are the defaults, and an empty one counts as unset.\n${lines.join('\n')}\n`
}

function withTable(guide: string): string {
  const rows = settings.map(({ name, value, description }) => [
    `\`${name}\``,
    value === '' ? '–' : `\`${value}\``,
    description,
  ])
  const head = ['Variable', 'Default', 'What it does']
  // As the formatter aligns it.
  const widths = head.map((title, index) =>
    Math.max(...[head, ...rows].map((row) => row[index]?.length ?? 0), title.length),
  )
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0, fill)).join(' | ')} |`
  const table = [line(head), line(['', '', ''], '-'), ...rows.map((row) => line(row))].join('\n')
  const marked = /(?<=<!-- settings -->\n\n)[^]*(?=\n\n<!-- \/settings -->)/u
  if (!marked.test(guide)) throw new Error('api/README.md has lost the marks around its table of settings.')
  return guide.replace(marked, () => table)
}

/** What to do, in sentences. */
function stepsLeft(): string[] {
  const steps = settings
    .filter(({ description }) => description === '')
    .map(({ name }) => `${name} has no description in api/env-schema.ts: the guides are made of it.`)
  for (const [file, make] of [
    ['.env.example', example],
    ['api/README.md', withTable],
  ] as const) {
    const there = readFileSync(path.join(root, file), 'utf8')
    const wanted = make(there)
    if (wanted === there) continue
    if (process.argv.includes('--write')) writeFileSync(path.join(root, file), wanted)
    else steps.push(`${file} does not have the settings of api/env-schema.ts: run ${COMMAND}.`)
  }
  const names = new Set(settings.map(({ name }) => name))
  const table = readFileSync(path.join(root, 'README.md'), 'utf8').match(/^\| `[^|]*/gmu) ?? []
  for (const name of table.flatMap((cell) => cell.match(/[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]/gu) ?? []))
    if (!names.has(name)) steps.push(`README.md names ${name}, which is no setting of api/env-schema.ts.`)
  return steps
}

const steps = stepsLeft()
for (const step of steps) console.error(step)
if (steps.length > 0) process.exitCode = 1
