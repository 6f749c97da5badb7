import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireLock } from '../../../studio/lake/lock.ts'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { startLake, temporaryFolder } from './fixture.ts'

const MODULE = join(import.meta.dirname, '../../../studio/lake/lock.ts')

async function holdElsewhere(dataDir: string) {
  const script = `
    import { acquireLock } from ${JSON.stringify(MODULE)}
    let ok
    {
      const lock = acquireLock(${JSON.stringify(dataDir)})
      if (lock.ok) lock.announce('http://127.0.0.1:4000')
      ok = lock.ok
    }
    setTimeout(() => {
      globalThis.gc()
      console.log(ok)
    })
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [answer] = await once(holder.stdout, 'data')
  expect(String(answer).trim()).toBe('true')
  return holder
}

test('a second owner is told who the first is and where it answers', () => {
  const dataDir = temporaryFolder()
  const first = acquireLock(dataDir)
  if (!first.ok) throw new Error(first.sentence)
  expect(acquireLock(dataDir)).toMatchObject({ ok: false, owner: { pid: process.pid } })
  first.announce('http://127.0.0.1:3000')
  expect(acquireLock(dataDir)).toMatchObject({
    ok: false,
    owner: { pid: process.pid, url: 'http://127.0.0.1:3000' },
    sentence: expect.stringContaining(
      `in use by process ${process.pid} and answers at http://127.0.0.1:3000`,
    ),
  })
  first.release()
  const next = acquireLock(dataDir)
  expect(next.ok).toBe(true)
  if (next.ok) next.release()
})

test('the lock holds between processes and goes with a killed owner', async () => {
  const dataDir = temporaryFolder()
  const holder = await holdElsewhere(dataDir)
  expect(acquireLock(dataDir)).toMatchObject({
    ok: false,
    owner: { pid: holder.pid, url: 'http://127.0.0.1:4000' },
  })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = acquireLock(dataDir)
  expect(lock.ok).toBe(true)
  if (lock.ok) lock.release()
})

test('a signature left by a dead owner does not count, even when its pid is alive again', () => {
  const dataDir = temporaryFolder()
  writeFileSync(
    join(dataDir, 'lake.owner.json'),
    JSON.stringify({ pid: process.ppid, url: 'http://127.0.0.1:1' }),
  )
  const lock = acquireLock(dataDir)
  expect(lock.ok).toBe(true)
  if (lock.ok) lock.release()
})

test('a folder that cannot be written is said in a sentence', () => {
  expect(() => acquireLock(`${import.meta.filename}/lake`)).toThrow(/Cannot write to the data folder/)
})

test.skipIf(!canMount)('a folder whose disk is full needs space, and no other rights', () => {
  const folder = temporaryFolder()
  const disk = mountSmallDisk(folder, 1)
  onTestFinished(() => disk.remove())
  disk.fill()
  expect(() => acquireLock(folder, 'DIST_DIR')).toThrow(/disk is full\)\. Free some space or set DIST_DIR/u)
})

test('a folder that no system makes is said in a sentence, too', () => {
  const script = `
    import { acquireLock } from ${JSON.stringify(MODULE)}
    acquireLock('/proc/nowhere/site', 'DIST_DIR')`
  const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(signal).toBeNull()
  expect(stderr).toContain('Cannot write to the folder of the built site /proc/nowhere/site (E')
})

test('a folder of the built site has one owner too, by another name', () => {
  const folder = temporaryFolder()
  const first = acquireLock(folder, 'DIST_DIR')
  if (!first.ok) throw new Error(first.sentence)
  first.announce('http://127.0.0.1:3000')
  expect(acquireLock(folder, 'DIST_DIR')).toMatchObject({
    ok: false,
    sentence: `The folder of the built site ${folder} is in use by process ${process.pid} and answers at http://127.0.0.1:3000. Stop it, or set DIST_DIR to another folder.`,
  })
  // One folder may be both.
  const data = acquireLock(folder)
  expect(data.ok).toBe(true)
  if (data.ok) data.release()
  first.release()
})

test('the lake’s database is its owner’s alone, in a folder that others may look into', async () => {
  const dataDir = temporaryFolder()
  chmodSync(dataDir, 0o755)
  await startLake({ dataDir })
  for (const name of ['lake.db', 'lake.db-wal'])
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
})
