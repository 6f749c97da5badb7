import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { waitlistPost } from '../../support/posts.ts'
import { newStore } from '../../support/stores.ts'

test('a store from before demos were told apart keeps its entries, as ones for the waitlist', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'old-store-'))
  const first = newStore(dataDir)
  await first.submit(waitlistPost({}, { intent: 'demo' }))
  await first.close()
  const database = new DatabaseSync(path.join(dataDir, 'submissions.sqlite'))
  database.exec(`alter table waitlist drop column intent; alter table waitlist drop column page;
    alter table outbox drop column attempted_at; drop table notes; drop table audit;
    drop table people; drop table sign_in_links; drop table person_sessions;
    delete from kysely_migration where name > '001-start'`)
  database.close()

  const store = newStore(dataDir)
  const entries = await store.call('waitlistPage', { after: '', limit: 10 })
  expect(entries).toMatchObject([{ email: 'ada@example.com', intent: 'waitlist', page: '' }])
  await store.close()
})
