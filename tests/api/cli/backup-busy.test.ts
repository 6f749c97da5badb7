import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { newFolder, removeFolders, run } from '../support/backups.ts'

// Commands start, on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

afterAll(removeFolders)

/** A program that goes on for that long at most, and ends with the test. Returns once it is at work. */
async function meanwhile(program: string, folder: string): Promise<ChildProcess> {
  const script = `
    const folder = process.argv[1]
    const until = Date.now() + 20_000
    const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    while (Date.now() < until) { ${program} process.stdout.write('.') }`
  const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.stdout.resume()
  return child
}

/** Commits two rows at a time: a moment between them is none that ever was. */
const WRITES = `
  globalThis.database ??= new (require('node:sqlite').DatabaseSync)(folder + '/data/lake.db', { timeout: 5_000 })
  database.exec('pragma synchronous = off; begin immediate; update pairs set value = value + 1 where id = 1')
  database.exec('update pairs set value = value + 1 where id = 2; commit')
  pause(10);`

/** Removes one release after another, once all are there. */
const PRUNES = `
  const { mkdirSync, rmSync } = require('node:fs')
  const releases = Array.from({ length: 300 }, (_, index) => folder + '/dist/releases/' + index)
  for (const release of releases) mkdirSync(release + '/assets', { recursive: true })
  for (const release of releases) {
    rmSync(release, { recursive: true })
    pause(1)
  }`

test('a database that is written to without a pause is copied, as it is at one moment', async () => {
  const from = newFolder()
  mkdirSync(path.join(from, 'data'))
  const database = new DatabaseSync(path.join(from, 'data/lake.db'))
  // Small pages are copied in many steps: each is one more to lose everything at.
  database.exec(`pragma page_size = 512; pragma journal_mode = wal;
    create table pairs (id integer primary key, value integer); insert into pairs values (1, 0), (2, 0);
    create table pages (bytes blob);
    insert into pages with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
      select zeroblob(100000) from n`)
  database.close()
  const writer = await meanwhile(WRITES, from)
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  expect(writer.exitCode).toBeNull()

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  using copy = new DatabaseSync(path.join(to, 'data/lake.db'))
  const [one, two] = copy.prepare('select value from pairs order by id').all()
  expect(one).toEqual(two)
  expect(copy.prepare('select count(*) as n from pages').get()).toEqual({ n: 300 })
})

test('releases that come and go meanwhile take no other with them', async () => {
  const from = newFolder()
  mkdirSync(path.join(from, 'data'))
  const kept = path.join(from, 'dist/releases/kept')
  mkdirSync(kept, { recursive: true })
  writeFileSync(path.join(kept, 'index.html'), 'A page')
  await meanwhile(PRUNES, from)
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  expect(readdirSync(path.join(to, 'dist/releases/kept'))).toEqual(['index.html'])
})

test('a folder that cannot be read is named, and there is no archive without its files', async () => {
  const from = newFolder()
  for (const name of ['data', 'dist']) mkdirSync(path.join(from, name))
  const releases = path.join(from, 'dist/releases')
  writeFileSync(releases, 'a file')
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toEqual({
    code: 1,
    said: `Nothing was backed up: The folder ${releases} can't be read (ENOTDIR): run this as the user of the server.\n`,
    warned: '',
  })
  expect(existsSync(archive)).toBe(false)
})
