import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../api/store/store.ts'
import { canMount, mountSmallDisk } from '../../faults/support/small-disk.ts'
import { startLake } from '../../studio/lake/fixture.ts'
import { root } from '../../support/lake.ts'
import { newFolder, removeFolders, run } from '../support/backups.ts'
import { postgresFolder } from '../support/postgres.ts'
import { waitlistPost } from '../support/posts.ts'
import { newStore } from '../support/stores.ts'
import { withPostgres } from '../support/with-postgres.ts'

// Commands start, on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

afterAll(removeFolders)

const TOKEN = 'a-token-that-nobody-guesses'

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  return (await fetch(`${url}/v1/users/me`, { headers: { cookie } })).ok
}

test('a session of the token ends with a restore, and a new sign-in works', async () => {
  const from = newFolder()
  const before = await startLake({ token: TOKEN, dataDir: path.join(from, 'data') })
  const signIn = async (url: string) => {
    const body = new URLSearchParams({ token: TOKEN })
    const done = await fetch(`${url}/v1/auth/login/token`, { method: 'POST', redirect: 'manual', body })
    return done.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  const cookie = await signIn(before.url)
  expect(await isSignedIn(before.url, cookie)).toBe(true)
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })

  const to = newFolder()
  expect(await run('restore', to, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
  const { url } = await startLake({ token: TOKEN, dataDir: path.join(to, 'data') })
  expect(await isSignedIn(url, cookie)).toBe(false)
  expect(await isSignedIn(url, await signIn(url))).toBe(true)
})

/** A server's folder with one post and a release of this size, and their archive. */
async function backUpOnePost({ releaseBytes = 0 } = {}): Promise<{ from: string; archive: string }> {
  const from = newFolder()
  const [data, release] = [path.join(from, 'data'), path.join(from, 'dist/releases/r1')]
  mkdirSync(data)
  mkdirSync(release, { recursive: true })
  writeFileSync(path.join(release, 'picture.png'), Buffer.alloc(releaseBytes))
  const store = newStore(data)
  await store.submit(waitlistPost())
  await store.close()
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0 })
  return { from, archive }
}

test('a backup of a newer version is refused before anything is moved, with the files that are newer', async () => {
  const { from } = await backUpOnePost()
  const change = (name: string, statement: string) => {
    using database = new DatabaseSync(path.join(from, 'data', name))
    database.exec(statement)
  }
  change('submissions.sqlite', `insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00Z')`)
  for (const name of ['publishes.db', 'lake.db', 'comments.db']) change(name, 'pragma user_version = 99')
  const archive = path.join(from, 'newer.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0 })

  const { from: to } = await backUpOnePost()
  const { code, said } = await run('restore', to, [archive, '--replace'])
  const newer = ['comments.db', 'lake.db', 'publishes.db', 'submissions.sqlite'].map((name) => `data/${name}`)
  expect([code, said]).toEqual([
    1,
    `${archive} is of a newer version of this program (${newer.join(', ')}): update the program, or name a backup of this version. Nothing was restored.\n`,
  ])
  expect(readdirSync(path.join(to, 'data')).join()).not.toContain('before-restore')
})

test.skipIf(process.getuid?.() !== 0)('root restores nothing into a folder of somebody else', async () => {
  const { archive } = await backUpOnePost()
  const to = newFolder()
  const folder = path.join(to, 'data')
  mkdirSync(folder)
  chownSync(folder, 65_534, 65_534)
  expect(await run('restore', to, [archive])).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      `DATA_DIR ${folder} belongs to the user with the id 65534: run this as that user`,
    ),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('the write-ahead log of a lost database is never applied to the restored one', async () => {
  const from = newFolder()
  const data = path.join(from, 'data')
  mkdirSync(data)
  const store = newStore(data)
  await store.submit(waitlistPost())
  const archive = path.join(from, 'backup.tar.gz')
  expect(await run('backup', from, [archive])).toMatchObject({ code: 0 })
  await store.submit(waitlistPost({ email: 'later@example.com' }))

  // As a server that was killed leaves it, whose database somebody took away.
  const to = newFolder()
  mkdirSync(path.join(to, 'data'))
  const left = ['submissions.sqlite-shm', 'submissions.sqlite-wal']
  for (const name of left) copyFileSync(path.join(data, name), path.join(to, 'data', name))
  await store.close()

  expect(await run('restore', to, [archive])).toMatchObject({
    code: 1,
    said: expect.stringContaining(`holds ${left.join(', ')} already`),
  })
  expect(await run('restore', to, [archive, '--replace'])).toMatchObject({ code: 0 })
  const again = newStore(path.join(to, 'data'))
  expect(await again.call('submissionTotals')).toMatchObject({ waitlist: 1 })
  await again.close()
  const aside = readdirSync(path.join(to, 'data')).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(readdirSync(path.join(to, 'data', aside)).toSorted()).toEqual(left)
})

test('a restore goes on when nobody reads what it says any more', async () => {
  const { from, archive } = await backUpOnePost()
  const data = path.join(from, 'data')
  const env = { ...process.env, DATA_DIR: data, DIST_DIR: path.join(from, 'dist'), DATABASE_URL: '' }
  const child = spawn(process.execPath, ['api/cli/restore.ts', archive, '--replace'], { cwd: root, env })
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(readdirSync(path.join(from, 'dist/releases'))).toEqual(['r1'])
  const store = newStore(data)
  expect(await store.call('submissionTotals')).toMatchObject({ waitlist: 1 })
  await store.close()
})

test.skipIf(!canMount)('a folder that can’t be moved aside is reported with the next step', async () => {
  const { archive } = await backUpOnePost()
  const to = newFolder()
  const disk = mountSmallDisk(path.join(to, 'dist/releases'), 1)
  onTestFinished(() => disk.remove())
  expect(await run('restore', to, [archive, '--replace'])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Only a part was restored \(EBUSY: .*restore again, with --replace/u),
  })
})

describe.skipIf(postgresFolder === undefined || !canMount)(
  'what refuses (needs Postgres and a mount)',
  () => {
    const postgres = withPostgres()

    test('a full disk leaves folders and database as they were, and the archive can be restored later', async () => {
      const { archive } = await backUpOnePost({ releaseBytes: 2_000_000 })

      const [to, databaseUrl] = [newFolder(), await postgres().newDatabase()]
      const dist = path.join(to, 'dist')
      const disk = mountSmallDisk(dist, 1)
      onTestFinished(() => disk.remove())
      expect(await run('restore', to, [archive], databaseUrl)).toMatchObject({
        code: 1,
        said: `Nothing was restored: the disk of ${dist} is full: free some space, or set DIST_DIR to a folder on another one.\n`,
      })
      expect(readdirSync(dist).filter((name) => !name.startsWith('site.'))).toEqual([])
      expect(readdirSync(path.join(to, 'data')).filter((name) => !name.startsWith('lake.'))).toEqual([])

      const cramped = newFolder()
      const small = mountSmallDisk(path.join(cramped, 'data'), 1)
      onTestFinished(() => small.remove())
      expect(await run('restore', cramped, [archive], databaseUrl)).toMatchObject({
        code: 1,
        said: expect.stringMatching(
          /^Nothing was restored: the disk of .+data is full: free some space, or set DATA_DIR to/u,
        ),
      })
      expect(
        readdirSync(cramped, { recursive: true }).filter((name) => !/lake\.|site\./u.test(String(name))),
      ).toEqual(['data', 'dist'])

      const larger = newFolder()
      expect(await run('restore', larger, [archive], databaseUrl)).toMatchObject({ code: 0 })
      expect(readdirSync(path.join(larger, 'dist/releases'))).toEqual(['r1'])
      const brought = openStore({ dataDir: '', databaseUrl, synchronous: 'full', onFault: () => undefined })
      expect(await brought.call('submissionTotals')).toMatchObject({ waitlist: 1 })
      await brought.close()
    })

    test('the database’s own error is reported, also by backup, and nothing is written', async () => {
      const { from, archive } = await backUpOnePost()
      // Whatever the database refuses is told the same way: here, that nobody made it.
      const absent = `${postgres().url.slice(0, -'postgres'.length)}nowhere`
      const words =
        'the database of DATABASE_URL says "database "nowhere" does not exist": check user, password'
      const to = newFolder()
      expect(await run('restore', to, [archive], absent)).toMatchObject({
        code: 1,
        said: expect.stringContaining(`Nothing was restored: ${words}`),
      })
      expect(readdirSync(path.join(to, 'data')).filter((name) => !name.startsWith('lake.'))).toEqual([])
      expect(await run('backup', from, [path.join(from, 'other.tar.gz')], absent)).toMatchObject({
        code: 1,
        said: expect.stringContaining(`Nothing was backed up: ${words}`),
      })
    })
  },
)
