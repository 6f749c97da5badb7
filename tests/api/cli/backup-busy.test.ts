import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { constants } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { create } from 'tar'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openLake } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { eventually } from '../../support/eventually.ts'
import { root } from '../../support/lake.ts'
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

/** Content without a document, as a server keeps it. */
async function newLake(folder: string): Promise<void> {
  const lake = await openLake({ dataDir: path.join(folder, 'data') })
  await lake.close()
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

test('a database under constant writes is copied as of one moment', async () => {
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

test('files deleted or uploaded while databases are copied are in the archive', async () => {
  const from = newFolder()
  const assets = path.join(from, 'data/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(path.join(assets, 'deleted'), 'before')
  // Nothing else can be read while this writes, so that the copy begins once it is over.
  using database = new DatabaseSync(path.join(from, 'data/lake.db'))
  database.exec('create table pairs (id integer primary key); begin exclusive')
  const archive = path.join(from, 'backup.tar.gz')
  const running = run('backup', from, [archive])
  await eventually(() =>
    expect(existsSync(path.join(from, 'data/.backup/copies/data/assets/deleted'))).toBe(true),
  )
  rmSync(path.join(assets, 'deleted'))
  writeFileSync(path.join(assets, 'uploaded'), 'meanwhile')
  database.exec('commit')
  expect(await running).toMatchObject({ code: 0, said: expect.any(String) })

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  expect(readdirSync(path.join(to, 'data/assets')).toSorted()).toEqual(['deleted', 'uploaded'])
})

test('releases that come and go during a backup leave the others in it', async () => {
  const from = newFolder()
  await newLake(from)
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

test('an unfinished upload is left out, and everything else comes back', async () => {
  const from = newFolder()
  const lake = await openLake({ dataDir: path.join(from, 'data') })
  const { url, close } = await serveLake(lake)
  const film = request(`${url}/v1/assets/files/production?filename=film.mp4`, {
    method: 'POST',
    headers: { 'content-type': 'video/mp4', 'content-length': 100_000_000 },
  })
  film.on('error', () => undefined)
  const sending = setInterval(() => film.write(Buffer.alloc(16_384, film.writableLength % 256)), 5)
  onTestFinished(async () => {
    clearInterval(sending)
    film.destroy()
    await close()
    await lake.close()
  })
  const files = path.join(from, 'data/assets/files')
  await eventually(() => expect(readdirSync(files)).toHaveLength(1))
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  expect(readdirSync(files)).toHaveLength(1)

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  expect(readdirSync(path.join(to, 'data'))).toContain('lake.db')
  expect(readdirSync(path.join(to, 'data'), { recursive: true }).map(String)).not.toContainEqual(
    expect.stringMatching(/\.part$/u),
  )
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s leaves neither a part of an archive nor copies behind',
  async (signal) => {
    const from = newFolder()
    await newLake(from)
    // It takes seconds to pack, as nothing of it can be made smaller.
    const film = path.join(from, 'data/assets/files/film.mp4')
    mkdirSync(path.dirname(film), { recursive: true })
    writeFileSync(film, randomBytes(100_000_000))
    const archive = path.join(from, 'backup.tar.gz')
    const env = { ...process.env, DATA_DIR: path.join(from, 'data'), DIST_DIR: path.join(from, 'dist') }
    const args = [path.join(root, 'api/cli/backup.ts'), archive]
    const backup = spawn(process.execPath, args, { env, stdio: 'ignore' })
    const exit = once(backup, 'exit')
    await eventually(() => expect(statSync(`${archive}.partial`).size).toBeGreaterThan(0))
    backup.kill(signal)
    expect(await exit).toEqual([128 + constants.signals[signal], null])
    expect(readdirSync(from).filter((name) => name.startsWith('backup'))).toEqual([])
    expect(existsSync(path.join(from, 'data/.backup'))).toBe(false)
  },
)

test('an archive of an earlier version with an unfinished upload is restored', async () => {
  const from = newFolder()
  const part = 'data/assets/files/0b8f.part'
  mkdirSync(path.join(from, path.dirname(part)), { recursive: true })
  mkdirSync(path.join(from, 'site'))
  writeFileSync(path.join(from, part), 'more than there was when it was hashed')
  const manifest = { version: 1, madeAt: '2025-10-01T08:00:00Z', files: { [part]: 'f'.repeat(64) } }
  writeFileSync(path.join(from, 'backup.json'), JSON.stringify(manifest))
  const archive = path.join(from, 'backup.tar.gz')
  create({ sync: true, file: archive, cwd: from, gzip: true }, ['backup.json', 'data', 'site'])
  expect(await run('restore', newFolder(), [archive])).toMatchObject({
    code: 0,
    said: expect.stringContaining('The backup of 2025-10-01T08:00:00Z is back'),
  })
})

test('an unreadable folder is named, and no archive is written without its files', async () => {
  const from = newFolder()
  await newLake(from)
  mkdirSync(path.join(from, 'dist'))
  const releases = path.join(from, 'dist/releases')
  writeFileSync(releases, 'a file')
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toEqual({
    code: 1,
    said: `Nothing was backed up: The folder ${releases} can't be read (ENOTDIR): run this as the user of the server.\n`,
    warned: '',
  })
  expect(existsSync(archive)).toBe(false)
  const nowhere = path.join(from, 'none/backup.tar.gz')
  expect(await run('backup', from, [nowhere])).toMatchObject({
    code: 1,
    said: `Nothing was backed up: The file ${nowhere} can't be written (ENOENT): name another one.\n`,
  })
})

test.skipIf(!canMount)('a disk without room for copies, or for reading a database, is named', async () => {
  const from = newFolder()
  const data = path.join(from, 'data')
  const disk = mountSmallDisk(data, 4)
  onTestFinished(() => disk.remove())
  await newLake(from)
  disk.fill()
  const archive = path.join(from, 'backup.tar.gz')
  const backUp = () => run('backup', from, [archive])
  expect(await backUp()).toMatchObject({
    code: 1,
    said: `Nothing was backed up: the disk of ${data}, where copies are made first, or that of ${archive} is full: free some space.\n`,
  })
  // Enough for the lock, and not for what SQLite makes beside a database that nobody has open.
  const filler = path.join(data, 'filler')
  truncateSync(filler, statSync(filler).size - 16_384)
  expect(await backUp()).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^Nothing was backed up: \/.+\/data\/\w+\.db can't be read, as its disk is full: free some space\.\n$/u,
    ),
  })
})
