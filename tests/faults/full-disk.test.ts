import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startLoad, type Load } from './support/load.ts'
import { startTarget } from './support/start-target.ts'
import { verify } from './support/verify.ts'

vi.setConfig({ testTimeout: 180_000 })

const disk = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'none', disk]).status === 0
const filler = path.join(disk, 'filler')

beforeAll(() => {
  if (!isMounted) console.warn('No small disk can be mounted: the real full disk is not tested.')
})
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
})

/** Takes all the room that is left. */
function fill(): void {
  const handle = openSync(filler, 'w')
  try {
    for (;;) writeSync(handle, Buffer.alloc(4_096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(handle)
  }
}

async function refusals(load: Load, more: number): Promise<void> {
  const before = load.statuses.get(503) ?? 0
  await vi.waitFor(() => expect(load.statuses.get(503) ?? 0).toBeGreaterThan(before + more), 60_000)
}

test.skipIf(!isMounted)(
  'a real disk that fills up again and again loses nothing, and is written again as soon as there is room',
  async () => {
    const target = await startTarget(disk)
    const load = startLoad(target.url, 'full')
    await load.reached(50)
    for (let round = 0; round < 3; round += 1) {
      fill()
      await refusals(load, 20)
      expect((await fetch(`${target.url}/api/health`)).status).toBe(200)
      const answer = await fetch(`${target.url}/api/waitlist`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"refused@example.com"}',
      })
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5')
      const before = load.acknowledged.length
      rmSync(filler)
      await load.reached(before + 50)
    }
    await load.stop()
    expect([...load.statuses.keys()].toSorted((a, b) => a - b)).toEqual([201, 503])
    expect(target.output().match(/its disk is full|can't be read or written/gu)?.length).toBeLessThan(20)
    await target.kill('SIGTERM')
    expect(target.child.exitCode).toBe(0)
    expect(verify(disk, load.acknowledged)).toEqual({ integrity: 'ok', lost: [], torn: 0, doubled: 0 })
  },
)

test.skipIf(!isMounted)('a server that starts on a full disk answers in words, and heals', async () => {
  rmSync(path.join(disk, 'submissions.sqlite'), { force: true })
  for (const name of ['-wal', '-shm']) rmSync(path.join(disk, `submissions.sqlite${name}`), { force: true })
  fill()
  const target = await startTarget(disk)
  const load = startLoad(target.url, 'start')
  await refusals(load, 20)
  const ready = await fetch(`${target.url}/api/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    dependencies: { store: 'failing' },
    faults: [expect.stringContaining('submissions.sqlite')],
  })
  rmSync(filler)
  await load.reached(50)
  await load.stop()
  await target.kill('SIGTERM')
  expect(verify(disk, load.acknowledged)).toEqual({ integrity: 'ok', lost: [], torn: 0, doubled: 0 })
})

test.skipIf(!isMounted)('a log on a full disk neither ends the process nor holds it up', async () => {
  const file = path.join(disk, 'log')
  const log = openSync(file, 'a')
  fill()
  const script = `import { createLog } from ${JSON.stringify(path.resolve('api/log.ts'))}
    const log = createLog()
    for (let count = 0; count < 500; count += 1) log.info('x'.repeat(100))
    process.on('message', () => { log.info('room again'); process.exit(0) })
    process.send('alive')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', log, 'ignore', 'ipc'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const exit = once(child, 'exit')
  expect(await Promise.race([once(child, 'message'), exit])).toEqual(['alive', undefined])
  rmSync(filler)
  child.send('end')
  expect(await exit).toEqual([0, null])
  closeSync(log)
  expect(readFileSync(file, 'utf8')).toContain('room again')
})
