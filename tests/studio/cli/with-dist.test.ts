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

async function build(
  env: Record<string, string>,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  const program = join(temporaryFolder(), 'build.mjs')
  writeFileSync(program, 'console.log("built")')
  const args = [WITH_DIST, 'node', program, ...options]
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

test('no build goes where the sources are, as it would replace those of the same name', async () => {
  const sentence = 'is the checkout or one of its own folders'
  expect(await build({ DIST_DIR: 'web', LAKE_URL })).toEqual(refused(sentence))
  expect(await build({ LAKE_URL }, '--out', '.')).toEqual(refused(sentence))
})

function refused(sentence: string) {
  return { code: 1, output: expect.stringContaining(sentence) }
}

function keepRecord(dist: string, record: { source: string; settings?: object }): void {
  writeFileSync(join(dist, 'build.json'), JSON.stringify(record))
}

test('beside a server only its own content is built', async () => {
  const dist = temporaryFolder()
  const lock = own(dist)
  const settings = { origin: 'http://127.0.0.1:3000' }
  keepRecord(dist, { source: 'the content lake at http://127.0.0.1:3000', settings })
  const refusal = expect.stringContaining(`${dist} is in use by process ${process.pid}`)
  expect(await build({ DIST_DIR: dist, LAKE_URL })).toEqual({ code: 1, output: refusal })
  lock.announce('http://127.0.0.1:3000')
  expect(await build({ DIST_DIR: dist, LAKE_URL })).toEqual({ code: 1, output: refusal })
  expect(await build({ DIST_DIR: dist, LAKE_URL: 'http://127.0.0.1:3000' })).toEqual(built)

  const hosted = { DIST_DIR: dist, SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production' }
  expect(await build(hosted)).toEqual({ code: 1, output: refusal })
  keepRecord(dist, { source: 'the hosted dataset abc/production', settings })
  expect(await build(hosted)).toEqual(built)
  expect(await build({ ...hosted, SANITY_DATASET: 'staging' })).toEqual({ code: 1, output: refusal })
  lock.release()
})

test('beside a server no pages are built that lead elsewhere or have another key, but apart from it they are', async () => {
  const dist = temporaryFolder()
  const url = 'http://127.0.0.1:5810'
  const lock = own(dist)
  lock.announce(url)
  const env = { DIST_DIR: dist, LAKE_URL: url }
  const apart = 'To build apart from it, add --out FOLDER.'
  const source = `the content lake at ${url}`
  keepRecord(dist, { source })
  expect(await build(env)).toEqual(refused('It is not written down which SITE_URL its pages have'))

  keepRecord(dist, { source, settings: { origin: url, recaptchaSiteKey: 'key' } })
  expect(await build(env)).toEqual(
    refused(
      `Its pages lead to ${url}, and those of this build would lead to http://127.0.0.1:3000: set SITE_URL to the first. ${apart}`,
    ),
  )
  expect(await build({ ...env, SITE_URL: url })).toEqual(refused('another RECAPTCHA_SITE_KEY'))
  expect(await build({ ...env, SITE_URL: url, RECAPTCHA_SITE_KEY: 'key' })).toEqual(built)
  expect(await build(env, '--out', temporaryFolder())).toEqual(built)
  lock.release()
})
