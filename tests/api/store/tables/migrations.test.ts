import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { at, waitlistPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'

test('a store from before demos were told apart keeps its entries, as ones for the waitlist', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'old-store-'))
  const first = newStore(dataDir)
  await first.submit(waitlistPost({}, { intent: 'demo' }))
  await first.close()
  const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  database.exec(`alter table waitlist drop column intent; alter table waitlist drop column page;
    alter table outbox drop column attempted_at; alter table outbox drop column arrived;
    drop table notes; drop table audit; drop table people; drop table sign_in_links; drop table person_sessions;
    delete from kysely_migration where name > '001-start'`)
  database.close()

  const store = newStore(dataDir)
  const entries = await store.call('waitlistPage', { after: '', limit: 10 })
  expect(entries).toMatchObject([{ email: 'ada@example.com', intent: 'waitlist', page: '' }])
  await store.close()
})

test('a store from before arrivals were noted knows them by what became of each delivery', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'old-outbox-'))
  const first = newStore(dataDir)
  const before = [
    ['arrived', 'done', 1, 5, 1],
    ['arrived-before-attempts-were-timed', 'done', 2, 0, 1],
    ['completed-after-it-was-tried', 'due', 2, 5, 1],
    ['completed-and-never-tried', 'due', 2, 0, 0],
    ['given-up', 'dead', 1, 5, 0],
    ['held', 'held', 1, 0, 0],
  ] as const
  await first.call('ping', at)
  await first.close()
  const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  database.exec(
    `alter table outbox drop column arrived; delete from kysely_migration where name = '006-arrived'`,
  )
  const insert = database.prepare(`insert into outbox
    (entry_id, channel, kind, due_at, changed_at, state, revision, attempted_at)
    values (?, 'crm', 'waitlist', 0, 0, ?, ?, ?)`)
  for (const [id, state, revision, attemptedAt] of before) insert.run(id, state, revision, attemptedAt)

  const store = newStore(dataDir)
  await store.call('ping', at)
  await store.close()
  const rows = database.prepare('select entry_id, arrived from outbox').all()
  database.close()
  expect(new Map(rows.map((row) => [row['entry_id'], row['arrived']]))).toEqual(
    new Map(before.map(([id, , , , arrived]) => [id, arrived])),
  )
})
