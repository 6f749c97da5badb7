import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { messageOf } from '../../../api/contract/operational-error.ts'
import { sharedDatabase } from '../../../api/store/database/shared-database.ts'
import { openStore } from '../../../api/store/store.ts'
import { postgresFolder } from '../support/postgres.ts'
import { at, contactPost, waitlistPost } from '../support/posts.ts'
import { newFolder } from '../support/publishing.ts'
import { newStore } from '../support/stores.ts'
import { withPostgres } from '../support/with-postgres.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

/** As a disk refuses that has room in the pages that are there, and for no new one. */
const RAISE = `raise 'could not extend file "base/16384/%": No space left on device', txid_current() using errcode = '53100';`
const FULL = `
  create function refuse() returns trigger language plpgsql as $$
  begin
    ${RAISE}
  end $$;
  create trigger refuse before insert on outbox execute function refuse()`

test('trial posts leave nothing behind', async () => {
  const store = newStore()
  await store.call('tryPosts', at)
  await store.call('tryPosts', at)
  expect(await store.call('submissionTotals')).toMatchObject({ waitlist: 0, contact: 0 })
  expect(await store.call('outboxStats')).toEqual([])
  expect(await store.submit(waitlistPost())).toBe('stored')
  await store.close()
})

/** A database of all nodes that has no room, and its sentence. */
async function sharedFault(databaseUrl: string): Promise<string> {
  const shared = sharedDatabase(databaseUrl, newFolder())
  try {
    await shared.query((db) => sql.raw(`do $$ begin ${RAISE} end $$`).execute(db))
    return ''
  } catch (error) {
    return messageOf(error)
  } finally {
    await shared.close()
  }
}

describe.skipIf(postgresFolder === undefined)('a full disk of the database (needs Postgres)', () => {
  const postgres = withPostgres()

  test('is a fault until posts find room again, though what is there can be changed', async () => {
    const databaseUrl = await postgres().newDatabase()
    const told: (string | undefined)[] = []
    const store = openStore({
      dataDir: '',
      databaseUrl,
      synchronous: 'full',
      onFault: (one) => told.push(one),
    })
    const database = new Client(databaseUrl)
    await database.connect()
    try {
      expect(await store.submit(waitlistPost())).toBe('stored')
      await database.query(FULL)
      expect(await store.submit(contactPost('n1'))).toBe('failed')
      for (let count = 0; count < 3; count += 1)
        await expect(store.call('ping', Date.now())).rejects.toThrow('could not extend file')
      expect(told).toEqual([
        'The submissions in DATABASE_URL: the database says "could not extend file: No space left on device": free some space on its disk.',
      ])
      expect(await sharedFault(databaseUrl)).toBe(
        'The database says "could not extend file: No space left on device": free some space on its disk.',
      )
      await database.query('drop trigger refuse on outbox')
      await store.call('ping', Date.now())
      expect(told.at(-1)).toBeUndefined()
      // The trial posts of `ping` left nothing behind.
      expect(await store.call('submissionTotals')).toMatchObject({ waitlist: 1, contact: 0 })
      const { rows } = await database.query('select count(*)::int as count from outbox')
      expect(rows).toEqual([{ count: 2 }])
      expect(await store.submit(contactPost('n1'))).toBe('stored')
    } finally {
      await database.end()
      await store.close()
    }
  })
})
