import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** What an older Node would say of itself. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`

test('on an older Node, a command says in one sentence what to do', () => {
  const args = ['--import', OLD, '--import', './api/cli/node-version.js', 'api/cli/doctor.ts', '--help']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^This is Node 20\.20\.2, and 24 or newer is needed: run npm ci, [^\n]*\n$/u)
})

test.each(Object.entries(scripts).filter(([, script]) => /\bnode .*\.ts/u.test(script)))(
  'npm run %s looks at its Node first',
  (_, script) => {
    expect(script).toMatch(/^(?:\w+=\S+ )*(?:exec )?node --import \.\/api\/cli\/node-version\.js \S+\.ts/u)
  },
)
