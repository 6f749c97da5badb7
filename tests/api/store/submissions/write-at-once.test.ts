import { expect, test, vi } from 'vitest'
import { postgresFolder } from '../../support/postgres.ts'
import { contactPost, onceKey, waitlistPost } from '../../support/posts.ts'
import { newSharedStore, withPostgres } from '../../support/with-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

const postgres = withPostgres()

async function open() {
  const { store, client } = await newSharedStore(postgres())
  const read = async (query: string) => (await client.query(query)).rows
  return { store, client, read }
}

test.skipIf(postgresFolder === undefined)(
  'entries and messages of one batch each have their keys and their deliveries (needs Postgres)',
  async () => {
    const { store, read } = await open()
    await store.call('writePosts', [
      waitlistPost({}, { idempotency: onceKey('first', 'hash') }),
      contactPost('token', { idempotency: onceKey('second', 'hash'), suspected: true }),
      waitlistPost({ firstName: 'Ada' }, { idempotency: onceKey('third', 'hash') }),
    ])
    const [entry] = await read('select id, first_name from waitlist')
    const [message] = await read('select id from contact')
    expect(entry.first_name).toBe('Ada')
    expect(await read('select key, entry_id as id from once order by key')).toEqual([
      { key: 'first', id: entry.id },
      { key: 'nonce:token', id: message.id },
      { key: 'second', id: message.id },
      { key: 'third', id: entry.id },
    ])
    expect(
      await read('select entry_id as id, state, count(*)::int from outbox group by 1, 2 order by 3, 2'),
    ).toEqual([
      { id: entry.id, state: 'due', count: 2 },
      { id: message.id, state: 'held', count: 2 },
    ])
  },
)

test.skipIf(postgresFolder === undefined)(
  'a key belongs to its entry though another node was storing that (needs Postgres)',
  async () => {
    const { store, client, read } = await open()
    await store.submit(waitlistPost({ email: 'model@example.com' }))
    await client.query('begin')
    await client.query(`insert into waitlist select 'theirs', 'ada@example.com', first_name, company, role, company_size,
      use_case, source, suspected, created_at, updated_at, intent, page from waitlist`)
    const submitted = store.submit(waitlistPost({}, { idempotency: onceKey('key', 'hash') }))
    await vi.waitFor(async () => {
      expect(await read("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).toHaveLength(1)
    }, 30_000)
    await client.query('commit')
    expect(await submitted).toBe('stored')
    expect(await read("select entry_id from once where key = 'key'")).toEqual([{ entry_id: 'theirs' }])
  },
)
