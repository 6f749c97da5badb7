import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { temporaryFolder } from '../lake/fixture.ts'

const WITH_LAKE = join(import.meta.dirname, '../../../studio/cli/with-lake.ts')
const PRINT_URL = ['node', '-e', 'console.log(process.env.LAKE_URL)']

const { PATH, NODE_COMPILE_CACHE } = process.env

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [WITH_LAKE, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const done = once(child, 'close').then(([code]) => ({ code: Number(code), output: output.trim() }))
  return { child, done }
}

test('with a hosted project the command runs as it is, and its exit code comes back', async () => {
  const env = { SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production', DATA_DIR: temporaryFolder() }
  expect(await start(PRINT_URL, env).done).toEqual({ code: 0, output: 'undefined' })
  expect((await start(['node', '-e', 'process.exit(7)'], env).done).code).toBe(7)
})

test('a lake elsewhere is handed on as settings are read, without a slash at its end', async () => {
  const env = { LAKE_URL: 'http://127.0.0.1:4321/', DATA_DIR: temporaryFolder() }
  expect(await start(PRINT_URL, env).done).toEqual({ code: 0, output: 'http://127.0.0.1:4321' })
})

test('a lake that runs already is used', async () => {
  const dataDir = temporaryFolder()
  const lock = acquireLock(dataDir)
  if (!lock.ok) throw new Error(lock.sentence)
  lock.announce('http://127.0.0.1:4321')
  expect(await start(PRINT_URL, { DATA_DIR: dataDir }).done).toEqual({
    code: 0,
    output: 'http://127.0.0.1:4321',
  })
  lock.release()
})

test('a build for others needs no secret against them', async () => {
  const dataDir = temporaryFolder()
  const lock = acquireLock(dataDir)
  if (!lock.ok) throw new Error(lock.sentence)
  lock.announce('http://127.0.0.1:4321')
  const env = { DATA_DIR: dataDir, SITE_URL: 'https://example.com' }
  expect((await start(PRINT_URL, env).done).code).toBe(0)
  lock.release()
})

test('without a command it prints its usage', async () => {
  expect(await start([], {}).done).toMatchObject({ code: 1, output: expect.stringContaining('COMMAND ARGS') })
})

test('a missing command is named', async () => {
  const env = { SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production' }
  expect(await start(['no-such-command'], env).done).toMatchObject({
    code: 1,
    output: expect.stringContaining('no-such-command'),
  })
})
