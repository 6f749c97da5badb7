import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Acknowledged, startLoad } from './support/load.ts'
import { compileShim, hasCompiler } from './support/shim.ts'
import { startTarget, type Target } from './support/start-target.ts'
import { verify } from './support/verify.ts'

vi.setConfig({ testTimeout: 120_000 })

const whole = { integrity: 'ok', lost: [], torn: 0, doubled: 0 }
const shim = hasCompiler ? compileShim('failing-disk') : ''

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'storage-'))
}

async function join(target: Target, email: string): Promise<Response> {
  return fetch(`${target.url}/api/waitlist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, age: 60_000 }),
  })
}

async function expectRefusal(target: Target, sentence: RegExp): Promise<void> {
  const refused = await join(target, 'refused@example.com')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ title: 'Not stored' })
  await eventually(() => expect(target.output()).toMatch(sentence))
  expect((await fetch(`${target.url}/api/health`)).status).toBe(200)
  expect((await fetch(`${target.url}/api/ready`)).status).toBe(503)
}

test.skipIf(!hasCompiler).each([
  ['full', 28, /its disk is full: free some space/u],
  ['read-only', 30, /can't be (read or )?written/u],
])(
  'a disk that gets %s refuses posts in words, and takes them again without hands',
  async (name, error, sentence) => {
    const dataDir = newFolder()
    const flag = path.join(newFolder(), 'error')
    const target = await startTarget(dataDir, {
      LD_PRELOAD: shim,
      FAILING_DISK: dataDir,
      FAILING_DISK_ERROR: flag,
    })
    const load = startLoad(target.url, name)
    await load.reached(50)
    writeFileSync(flag, String(error))
    await expectRefusal(target, sentence)
    const before = load.acknowledged.length
    rmSync(flag)
    await load.reached(before + 50)
    await load.stop()
    expect([...load.statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 503])
    await target.kill('SIGTERM')
    expect(verify(dataDir, load.acknowledged)).toEqual(whole)
  },
)

/** A stopped store with some posts in it. */
async function filled(): Promise<{ dataDir: string; file: string; acknowledged: Acknowledged[] }> {
  const dataDir = newFolder()
  const target = await startTarget(dataDir)
  const load = startLoad(target.url, 'filled')
  await load.reached(200)
  await load.stop()
  await target.kill('SIGTERM')
  return { dataDir, file: path.join(dataDir, 'submissions.sqlite'), acknowledged: load.acknowledged }
}

test.each([
  ['is something else', (file: string) => writeFileSync(file, 'Not a database. '.repeat(1_000))],
  ['is half gone', (file: string) => truncateSync(file, statSync(file).size / 2)],
  ['has garbage inside', scribble],
])('a database that %s is named, and a whole copy is taken up without a restart', async (_, damage) => {
  const { dataDir, file, acknowledged } = await filled()
  copyFileSync(file, `${file}.copy`)
  damage(file)
  const target = await startTarget(dataDir)
  await expectRefusal(target, /submissions\.sqlite: the file (is damaged|is no database)/u)
  const { faults } = await (await fetch(`${target.url}/api/ready`)).json()
  expect(faults).toEqual([expect.stringMatching(/^The submissions in submissions\.sqlite: the file is/u)])
  renameSync(`${file}.copy`, file)
  expect((await join(target, 'later@example.com')).status).toBe(201)
  await target.kill('SIGTERM')
  expect(verify(dataDir, acknowledged)).toEqual(whole)
})

test('a damaged copy that takes the place of the file under a running server is met in the same way', async () => {
  const { dataDir, file, acknowledged } = await filled()
  const target = await startTarget(dataDir)
  expect((await join(target, 'before@example.com')).status).toBe(201)
  await target.kill('SIGTERM')

  const again = await startTarget(dataDir)
  expect((await join(again, 'again@example.com')).status).toBe(201)
  copyFileSync(file, `${file}.copy`)
  writeFileSync(`${file}.bad`, 'Not a database. '.repeat(1_000))
  renameSync(`${file}.bad`, file)
  await expectRefusal(again, /is damaged|is no database/u)
  renameSync(`${file}.copy`, file)
  expect((await join(again, 'after@example.com')).status).toBe(201)
  await again.kill('SIGTERM')
  expect(verify(dataDir, acknowledged)).toEqual(whole)
})

/** Overwrites pages in the middle, and leaves head and size as they are. */
function scribble(file: string): void {
  const handle = openSync(file, 'r+')
  const garbage = Buffer.alloc(16_384, 0x5a)
  writeSync(handle, garbage, 0, garbage.length, 8_192)
  closeSync(handle)
}
