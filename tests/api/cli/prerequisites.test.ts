import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Runs a command as a Node of that version would. */
function runOn(version: string) {
  const claim = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const args = ['--import', claim, '--import', './api/cli/prerequisites.js', 'api/cli/doctor.ts', '--help']
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
  'npm run %s looks at its Node and its packages first',
  (_, script) => {
    expect(script).toMatch(/^(?:\w+=\S+ )*(?:exec )?node --import \.\/api\/cli\/prerequisites\.js \S+\.ts/u)
  },
)

/** A checkout with a program of one line, and the packages that are given as their main file's code. */
function runWith(program: string, packages: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(path.join(root, 'package.json'), path.join(folder, 'package.json'))
  mkdirSync(path.join(folder, 'api/cli'), { recursive: true })
  const prerequisites = 'api/cli/prerequisites.js'
  cpSync(path.join(root, prerequisites), path.join(folder, prerequisites))
  for (const [name, code] of Object.entries(packages)) {
    mkdirSync(path.join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(path.join(folder, 'node_modules', name, 'package.json'), '{ "main": "main.js" }')
    if (code) writeFileSync(path.join(folder, 'node_modules', name, 'main.js'), code)
  }
  writeFileSync(path.join(folder, 'program.ts'), program)
  const args = ['--import', `./${prerequisites}`, 'program.ts']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, stderr: stderr.replaceAll(folder, 'FOLDER') }
}

test.each([
  { state: 'none is installed', program: `import 'hono/cors'`, name: 'hono' },
  {
    state: 'one lacks what it needs',
    program: `import 'pg'`,
    packages: { pg: `require('pg-types/lib')` },
    name: 'pg-types',
  },
  {
    state: 'one lacks its files',
    program: `import '@hono/node-server'`,
    packages: { '@hono/node-server': '' },
    name: '@hono/node-server',
  },
  {
    state: 'those of development are not installed',
    program: `import '@sanity/codegen'`,
    name: '@sanity/codegen',
    command: 'npm ci --include=dev',
  },
])('where of the packages $state, a command says in one sentence what to do', (given) => {
  const { program, packages, name, command = 'npm ci' } = given
  expect(runWith(program, packages)).toEqual({
    status: 1,
    stderr: `The package ${name} is missing: run ${command} in FOLDER.\n`,
  })
})

test.each([
  `import './gone.ts'`,
  `throw new Error('a defect')`,
  `await Promise.reject(new Error('a defect'))`,
])('a defect keeps its stack: %s', (program) => {
  const { status, stderr } = runWith(program)
  expect(status).toBe(1)
  expect(stderr).toMatch(/\n {4}at /u)
})
