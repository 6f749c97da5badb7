import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sqliteThread } from '../../../../api/store/database/sqlite-thread.ts'

/** A thread that answers `ping` and dies of anything else; it notes each of its starts. */
function open(atStart = '') {
  const folder = mkdtempSync(path.join(tmpdir(), 'thread-'))
  const starts = path.join(folder, 'starts')
  const script = path.join(folder, 'worker.mjs')
  appendFileSync(starts, '')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    appendFileSync(${JSON.stringify(starts)}, 'x')
    ${atStart}
    parentPort.on('message', ({ id, name }) => {
      if (name === 'forget') throw new Error('out of memory')
      if (name === 'ping' || name === 'close') parentPort.postMessage({ id, value: 'pong' })
    })`,
  )
  const clock = { now: 0 }
  const options = { worker: pathToFileURL(script), now: () => clock.now }
  const thread = sqliteThread({ file: '', synchronous: 'full' }, options)
  return { ...thread, clock, started: () => readFileSync(starts, 'utf8').length }
}

test('a thread that dies fails the calls that it was asked and no others, and another takes its place', async () => {
  const { call, close, clock, started } = open()
  expect(await call('ping', 0)).toBe('pong')
  // The first of these is never answered: nobody knows what became of it.
  const asked = [call('outboxStats'), call('forget', 0)]
  const ends = await Promise.allSettled(asked)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  clock.now += 1_000
  expect(await call('ping', 0)).toBe('pong')
  expect(started()).toBe(2)
  await close()
})

test('a thread that dies at each start is not started at each call', async () => {
  const { call, close, clock, started } = open(`throw new Error('no such module')`)
  for (let second = 0; second < 60; second += 1) {
    for (let count = 0; count < 20; count += 1) await expect(call('ping', 0)).rejects.toThrow()
    clock.now += 1_000
  }
  // After 1, 2, 4, 8, 16 and 30 s.
  expect(started()).toBe(6)
  await close()
})

test('a thread that hangs is asked only so much, and can be closed', async () => {
  const { call, close } = open(`for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`)
  const asked = Array.from({ length: 10_000 }, () => call('ping', 0).catch(() => 'rejected'))
  await expect(call('ping', 0)).rejects.toThrow('too much waits')
  await close()
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['rejected']))
})
