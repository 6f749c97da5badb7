import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { temporaryFolder } from '../lake/fixture.ts'

const WITH_DIST = join(import.meta.dirname, '../../../studio/cli/with-dist.ts')
const LAKE_URL = 'http://127.0.0.1:4321'

const { PATH, NODE_COMPILE_CACHE } = process.env

async function build(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const args = [WITH_DIST, 'node', '-e', 'console.log("built")']
  const child = spawn(process.execPath, args, { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = await once(child, 'close')
  return { code: Number(code), output: output.trim() }
}

function own(folder: string) {
  const lock = acquireLock(folder, 'DIST_DIR')
  if (!lock.ok) throw new Error(lock.sentence)
  return lock
}

const built = { code: 0, output: 'built' }

test('a build owns the folder that it builds into while it runs, and no longer', async () => {
  const dist = temporaryFolder()
  expect(await build({ DIST_DIR: dist, LAKE_URL })).toEqual(built)
  own(dist).release()
})

test('beside a server only its own content is built', async () => {
  const dist = temporaryFolder()
  const lock = own(dist)
  const refusal = expect.stringContaining(`${dist} is in use by process ${process.pid}`)
  expect(await build({ DIST_DIR: dist, LAKE_URL })).toEqual({ code: 1, output: refusal })
  lock.announce('http://127.0.0.1:3000')
  expect(await build({ DIST_DIR: dist, LAKE_URL })).toEqual({ code: 1, output: refusal })
  expect(await build({ DIST_DIR: dist, LAKE_URL: 'http://127.0.0.1:3000' })).toEqual(built)

  const hosted = { DIST_DIR: dist, SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production' }
  expect(await build(hosted)).toEqual({ code: 1, output: refusal })
  writeFileSync(join(dist, 'build.json'), '{"source":"the hosted dataset abc/production"}')
  expect(await build(hosted)).toEqual(built)
  expect(await build({ ...hosted, SANITY_DATASET: 'staging' })).toEqual({ code: 1, output: refusal })
  lock.release()
})
