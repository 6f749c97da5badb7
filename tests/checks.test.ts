import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** A checkout without the development packages. */
function withoutVitest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'omitted-'))
  for (const name of ['run.ts', 'checks.ts', 'specification', 'support', 'api/support'])
    cpSync(path.join(root, 'tests', name), path.join(folder, 'tests', name), { recursive: true })
  for (const name of ['api', 'studio', 'web', 'package.json'])
    symlinkSync(path.join(root, name), path.join(folder, name))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== 'vitest')
      symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  return folder
}

test.each(['run.ts', 'checks.ts'])(
  'where the packages of development are missing, tests/%s says how to get them',
  (name) => {
    const program = path.join(withoutVitest(), 'tests', name)
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Packages for development are missing (NODE_ENV=production or --omit=dev): run npm ci --include=dev.\n',
    })
  },
)

test.each([
  ['run.ts', 'npm test'],
  ['checks.ts', 'npm run check'],
])('tests/%s runs nothing where it is asked for a part', (name, command) => {
  const program = path.join(root, 'tests', name)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'faq'], { encoding: 'utf8' })
  const sentence = `${command} runs everything, and takes no faq. How to run one test is in tests/README.md.\n`
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: sentence })
})
