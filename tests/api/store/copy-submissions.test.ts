import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openStore, type Store } from '../../../api/store/store.ts'
import { newFolder, removeFolders, run } from '../support/backups.ts'
import { makeRoot, serve } from '../support/child.ts'
import { postgresFolder } from '../support/postgres.ts'
import { at, contactPost, onceKey, waitlistPost } from '../support/posts.ts'
import { everything, page } from '../support/store-kinds.ts'
import { withPostgres } from '../support/with-postgres.ts'

// A server and commands start, on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Opened extends Store {
  /** What it said of the folder's submissions. */
  said: string[]
}

/** The store as a server has it, on its folder alone or on a database besides. */
function open(dataDir: string, databaseUrl?: string): Opened {
  const said: string[] = []
  const onFault = (message: string | undefined) => message !== undefined && said.push(message)
  const onBrought = (message: string) => said.push(message)
  return Object.assign(openStore({ dataDir, databaseUrl, synchronous: 'full', onFault, onBrought }), { said })
}

/** A folder with an entry, a message, a person, and an erasure of somebody else, none of it delivered. */
async function newData(): Promise<string> {
  const dataDir = path.join(newFolder(), 'data')
  mkdirSync(dataDir)
  const store = open(dataDir)
  await store.submit(waitlistPost({}, { idempotency: onceKey('key', 'content') }))
  await store.submit(contactPost('n1'))
  await store.submit(waitlistPost({ email: 'erased@example.com' }))
  await store.call('erase', 'erased@example.com', { editor: 'test', reason: 'test' }, at + 1)
  await store.call('invite', { name: 'Ada', email: 'ada@example.com', role: 'administrator' }, 'test', 1)
  await store.close()
  return dataDir
}

/** Expects all of `newData`, once. */
async function expectAll(store: Store): Promise<void> {
  // What editors read waits for nothing; a server asks for deliveries first.
  await store.call('submissionTotals')
  expect(await store.call('waitlistPage', page)).toMatchObject([{ email: 'ada@example.com' }])
  expect(await store.call('contactPage', page)).toMatchObject([{ message: 'Hello' }])
  expect(await store.call('people')).toMatchObject([{ name: 'Ada' }])
  expect((await store.call('outboxStats')).map(({ state, count }) => [state, count])).toEqual([
    ['due', 2],
    ['due', 2],
  ])
}

async function query(url: string, text: string) {
  const client = new Client(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

describe.skipIf(postgresFolder === undefined)('the first start with a Postgres (needs Postgres)', () => {
  const postgres = withPostgres()
  afterAll(removeFolders)

  test('brings what the folder holds, and the next start nothing twice', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const first = open(dataDir, url)
    await expectAll(first)
    expect(first.said).toEqual([expect.stringContaining(`${dataDir}/submissions.sqlite are in the database`)])
    // What was used is used, and who was erased stays erased.
    expect(await first.submit(waitlistPost({}, { idempotency: onceKey('key', 'other') }))).toBe('key-reused')
    await first.submit(waitlistPost({ email: 'erased@example.com' }))
    expect(await first.call('submissionTotals')).toMatchObject({ waitlist: 1 })
    expect(await first.call('claimDue', everything)).toHaveLength(4)
    await first.close()
    const second = open(dataDir, url)
    await expectAll(second)
    await second.call('erase', 'ada@example.com', { editor: 'test', reason: 'test' }, at)
    await second.close()
    const third = open(dataDir, url)
    expect(await third.call('submissionTotals')).toMatchObject({ waitlist: 0, contact: 0 })
    expect([second.said, third.said]).toEqual([[], []])
    await third.close()
  })

  test('is one of several nodes that start at once, and keeps what the others go by', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const running = open(mkdtempSync(path.join(tmpdir(), 'none-')), url)
    const secret = await running.call('secret', 'bot-check-secret')
    const nodes = [open(dataDir, url), open(dataDir, url), open(dataDir, url)]
    await Promise.all(nodes.map((node) => node.call('submissionTotals')))
    await expectAll(running)
    expect(nodes.flatMap(({ said }) => said)).toHaveLength(1)
    for (const node of [running, ...nodes]) {
      expect(await node.call('secret', 'bot-check-secret')).toBe(secret)
      await node.close()
    }
  })

  test('that is cut off midway leaves nothing there, and the next one brings all', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const empty = open(mkdtempSync(path.join(tmpdir(), 'none-')), url)
    await empty.call('submissionTotals')
    await empty.close()
    // The connection ends at the last table.
    await query(
      url,
      `create function cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut before insert on people for each row execute function cut()`,
    )
    const cut = open(dataDir, url)
    await expect(cut.call('submissionTotals')).rejects.toThrow()
    await cut.close()
    expect((await query(url, 'select 1 from waitlist union all select 1 from audit')).rows).toEqual([])
    await query(url, 'drop trigger cut on people')
    const next = open(dataDir, url)
    await expectAll(next)
    await next.close()
  })

  test('delivers what another node takes meanwhile, too', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const other = open(mkdtempSync(path.join(tmpdir(), 'none-')), url)
    await other.call('submissionTotals')
    await query(
      url,
      `create function dawdle() returns trigger language plpgsql as
        $$ begin perform pg_sleep(1); return null; end $$;
      create trigger dawdle before delete on settings for each statement execute function dawdle()`,
    )
    const store = open(dataDir, url)
    const brought = store.call('submissionTotals')
    await expect
      .poll(() => query(url, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`), { interval: 20 })
      .toMatchObject({ rowCount: 1 })
    expect(await other.submit(waitlistPost({ email: 'grace@example.com' }))).toBe('stored')
    await brought
    expect(await other.call('submissionTotals')).toMatchObject({ waitlist: 2, contact: 1 })
    expect(await other.call('claimDue', everything)).toHaveLength(6)
    await Promise.all([store.close(), other.close()])
  })

  test('leaves submissions alone that are there, and says how to get at those of the folder', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const other = open(mkdtempSync(path.join(tmpdir(), 'none-')), url)
    await other.submit(contactPost('own'))
    await other.close()
    const store = open(dataDir, url)
    expect(await store.call('submissionTotals')).toMatchObject({ waitlist: 0, contact: 1 })
    expect(store.said).toEqual([expect.stringMatching(/were not brought .* npm run restore brings/u)])
    await store.close()
  })

  test('of a folder that went on without it for a while says that this is not there', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const first = open(dataDir, url)
    await expectAll(first)
    await first.close()
    const alone = open(dataDir)
    await alone.submit(contactPost('meanwhile'))
    await alone.close()
    const again = open(dataDir, url)
    await expectAll(again)
    expect(again.said).toEqual([expect.stringContaining('were not brought')])
    await again.close()
  })

  test('takes no posts while the file is damaged and nothing else is there, and names it', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const file = path.join(dataDir, 'submissions.sqlite')
    const sound = readFileSync(file)
    writeFileSync(file, 'no database at all, which is longer than a header of a hundred bytes '.repeat(3))
    const store = open(dataDir, url)
    expect(await store.submit(contactPost('own'))).toBe('failed')
    expect(store.said).toEqual([expect.stringContaining(`${file} can't be brought`)])
    writeFileSync(file, sound)
    await expectAll(store)
    await store.close()
  })

  test('is that of a node for forms, too, and a backup says what it leaves out until then', async () => {
    const [dataDir, url] = [await newData(), await postgres().newDatabase()]
    const folder = path.dirname(dataDir)
    const backup = async (name: string) => {
      const out = await run('backup', folder, [path.join(folder, name)], url)
      expect(out.code).toBe(0)
      return out.warned
    }
    expect(await backup('before.tar.gz')).toContain(`${dataDir}/submissions.sqlite are not in it`)
    const served = serve(makeRoot(), { env: { ROLE: 'forms', DATA_DIR: dataDir, DATABASE_URL: url } })
    await served.said(/are in the database of DATABASE_URL now/u)
    served.child.kill('SIGTERM')
    expect(await served.exit).toMatchObject({ code: 0 })
    const store = open(mkdtempSync(path.join(tmpdir(), 'none-')), url)
    expect(await store.call('submissionTotals')).toMatchObject({ waitlist: 1, contact: 1 })
    await store.close()
    expect(await backup('after.tar.gz')).not.toContain('submissions.sqlite')
  })
})
