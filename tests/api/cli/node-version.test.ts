import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Runs a command as a Node of that version would. */
function runOn(version: string) {
  const claim = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const args = ['--import', claim, '--import', './api/cli/node-version.js', 'api/cli/doctor.ts', '--help']
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

// The last of these has an SQLite that a lock can be lost to.
test.each(['20.20.2', '22.30.0', '24.13.1'])(
  'on Node %s, a command says in one sentence what to do',
  (version) => {
    const { status, stdout, stderr } = runOn(version)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      `This is Node ${version}, and 24.14 or newer is needed: run npm ci, which brings it along where install scripts may run, or install Node 24.14.\n`,
    )
  },
)

test.each(['24.14.0', '24.100.0', '25.0.0', '26.2.1'])('on Node %s, a command runs', (version) => {
  expect(runOn(version)).toMatchObject({ status: 0, stderr: '' })
})

test.each(Object.entries(scripts).filter(([, script]) => /\bnode .*\.ts/u.test(script)))(
  'npm run %s looks at its Node first',
  (_, script) => {
    expect(script).toMatch(/^(?:\w+=\S+ )*(?:exec )?node --import \.\/api\/cli\/node-version\.js \S+\.ts/u)
  },
)
