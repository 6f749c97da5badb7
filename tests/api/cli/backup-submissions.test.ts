import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { openPublishFile, publishStore } from '../../../api/store/publishing/publish-store.ts'
import { openPreviewFile } from '../../../api/store/shares.ts'
import { openStore } from '../../../api/store/store.ts'
import { newFolder, removeFolders, run } from '../support/backups.ts'
import { postgresFolder } from '../support/postgres.ts'
import { contactPost, waitlistPost } from '../support/posts.ts'
import { expectRecords, keyIn, writeRecords } from '../support/records.ts'
import { newStore } from '../support/stores.ts'
import { withPostgres } from '../support/with-postgres.ts'

// Commands start, on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

afterAll(removeFolders)

const FAR = Date.UTC(2099, 0)

/** Takes Ada in, who has a session, and a link besides. */
async function signIn({ call }: ReturnType<typeof newStore>): Promise<void> {
  const invitation = { name: 'Ada', email: 'ada@example.com', role: 'administrator' } as const
  const personId = (await call('invite', invitation, 'test', 1))?.id ?? ''
  await call('addLink', { hash: 'used', personId, expiresAt: FAR }, '', 1)
  await call('takeLink', { link: 'used', session: 'session', expiresAt: FAR }, 1)
  await call('addLink', { hash: 'unused', personId, expiresAt: FAR }, '', 1)
}

describe('submissions', () => {
  let from: string
  let archive: string
  beforeAll(async () => {
    from = newFolder()
    mkdirSync(path.join(from, 'data'))
    const store = newStore(path.join(from, 'data'))
    await store.submit(waitlistPost())
    await store.submit(contactPost('n1'))
    await signIn(store)
    await writeRecords(path.join(from, 'data'))
    archive = path.join(from, 'backup.tar.gz')
    // While the store is open, as a server has it.
    expect(await run('backup', from, [archive])).toMatchObject({ code: 0, said: expect.any(String) })
    await store.close()
  })

  test('are back in a new folder, with what has been delivered and what has not', async () => {
    const to = newFolder()
    expect(await run('restore', to, [archive])).toMatchObject({
      code: 0,
      said: expect.stringContaining('revoke first who was revoked since'),
    })
    const store = newStore(path.join(to, 'data'))
    expect(await store.call('people')).toMatchObject([{ name: 'Ada' }])
    expect(await store.call('sessionPerson', ['session'], 1)).toBeUndefined()
    expect(
      await store.call('takeLink', { link: 'unused', session: 'another', expiresAt: FAR }, 1),
    ).toBeUndefined()
    expect(await store.call('submissionTotals')).toEqual({ waitlist: 1, contact: 1, joined: 1 })
    expect(await store.call('outboxStats')).toHaveLength(2)
    await store.close()
  })

  test('a damaged archive restores nothing, and says which file it is', async () => {
    const damaged = path.join(newFolder(), 'damaged.tar.gz')
    const bytes = gunzipSync(readFileSync(archive))
    const at = bytes.indexOf('ada@example.com')
    expect(at).toBeGreaterThan(0)
    bytes[at] = 'E'.charCodeAt(0)
    writeFileSync(damaged, gzipSync(bytes))
    const to = newFolder()
    const { code, said } = await run('restore', to, [damaged])
    expect(code).toBe(1)
    expect(said).toBe(`${damaged} is damaged: data/submissions.sqlite. Nothing was restored.\n`)
    expect(readdirSync(path.join(to, 'data')).filter((name) => !name.startsWith('lake.'))).toEqual([])

    for (const part of [readFileSync(archive).subarray(0, 2_000), 'no archive at all']) {
      writeFileSync(damaged, part)
      expect(await run('restore', to, [damaged])).toMatchObject({
        code: 1,
        said: expect.stringMatching(
          /^.+damaged\.tar\.gz is no archive, or only a part of one \(.+\): copy it here once more, or take another/u,
        ),
      })
    }
    expect(existsSync(path.join(to, 'data/submissions.sqlite'))).toBe(false)
  })

  test('leftovers of a broken backup are removed by the next one, those of a running one stay', async () => {
    const stage = path.join(from, 'data/.backup')
    const copy = path.join(stage, 'data/submissions.sqlite')
    mkdirSync(path.dirname(copy), { recursive: true })
    writeFileSync(copy, 'a part of it')
    const underWay = new DatabaseSync(path.join(stage, 'lock'))
    underWay.exec('begin exclusive')
    expect(await run('backup', from, [`${archive}3`])).toMatchObject({
      code: 1,
      said: `Nothing was backed up: Another backup is under way in ${stage}: wait until it has ended.\n`,
    })
    expect([existsSync(`${archive}3`), existsSync(copy)]).toEqual([false, true])

    underWay.close()
    expect(await run('backup', from, [`${archive}3`])).toMatchObject({ code: 0 })
    expect([existsSync(`${archive}3`), existsSync(stage)]).toEqual([true, false])
  })

  test('existing files are not overwritten, and missing ones are named', async () => {
    expect(await run('backup', from, [archive])).toMatchObject({
      code: 1,
      said: expect.stringContaining('exists already: name another one'),
    })
    expect(await run('backup', path.join(tmpdir(), 'nowhere'), [`${archive}2`])).toMatchObject({
      code: 1,
      said: expect.stringContaining('set DATA_DIR as the server has it'),
    })
    expect(await run('restore', from, [mkdtempSync(path.join(tmpdir(), 'none-')) + '/x'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is no file'),
    })
    expect((await run('backup', from, [])).said).toContain('Usage: npm run backup -- FILE')
  })

  describe.skipIf(postgresFolder === undefined)('in Postgres (needs Postgres)', () => {
    const postgres = withPostgres()

    test('of a server that had none yet are taken over, with all else that nodes share', async () => {
      const database = await postgres().newDatabase()
      const data = path.join(from, 'data')
      const [one, other] = [sharedDatabase(database, data), sharedDatabase(database, data)]
      await Promise.all([publishStore(one).releases.list(), publishStore(other).releases.list()])
      await expectRecords(one, other, 'shares')
    })

    test('go there from a file, come back from there, and never on top of others', async () => {
      const [one, two] = [await postgres().newDatabase(), await postgres().newDatabase()]
      expect(await run('restore', newFolder(), [archive], one)).toMatchObject({
        code: 0,
        said: expect.any(String),
      })
      const key = await keyIn(openPreviewFile(path.join(from, 'data')))
      const again = path.join(newFolder(), 'again.tar.gz')
      const other = newFolder()
      mkdirSync(path.join(other, 'data'))
      const before = newStore(path.join(other, 'data'))
      await before.submit(waitlistPost({ email: 'earlier@example.com' }))
      await before.close()
      expect(await run('backup', other, [again], one)).toMatchObject({ code: 0, said: expect.any(String) })
      expect(await run('restore', newFolder(), [again], two)).toMatchObject({
        code: 0,
        said: expect.any(String),
      })
      const store = openStore({
        dataDir: '',
        databaseUrl: two,
        synchronous: 'full',
        onFault: () => undefined,
      })
      expect(await store.call('submissionTotals')).toEqual({ waitlist: 1, contact: 1, joined: 1 })
      expect(await store.call('waitlistPage', { after: '', limit: 9 })).toMatchObject([
        { email: 'ada@example.com' },
      ])
      await store.close()
      const shared = sharedDatabase(two, tmpdir())
      expect(await keyIn(shared)).toEqual(key)
      await expectRecords(sharedDatabase(two, tmpdir()), sharedDatabase(two, tmpdir()), 'no shares')
      const alone = newFolder()
      expect(await run('restore', alone, [again])).toMatchObject({ code: 0, said: expect.any(String) })
      const data = path.join(alone, 'data')
      await expectRecords(
        openPreviewFile(data),
        openPublishFile(data, () => undefined),
        'no shares',
      )
      expect(await run('restore', newFolder(), [again], two)).toMatchObject({
        code: 1,
        said: expect.stringContaining('holds submissions already'),
      })
    })
  })
})
