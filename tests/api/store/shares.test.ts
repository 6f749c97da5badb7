import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createShares } from '../../../api/store/shares.ts'
import { newPreviewDatabase } from '../support/stores.ts'

/** The tables of a file from before versions were counted. */
const FIRST_VERSION = `
  create table secrets (name text primary key, value blob not null) without rowid;
  create table shares (id text primary key, token_hash blob not null unique, shows text not null,
    path text not null, created_at integer not null, expires_at integer not null) without rowid;`

const key = Buffer.alloc(32, 7)

test('a file without a version keeps its links and its key, and links in it can be made and revoked', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shares-'))
  const database = new DatabaseSync(path.join(dataDir, 'previews.sqlite'))
  database.exec(FIRST_VERSION)
  database.prepare(`insert into secrets values ('key', ?)`).run(key)
  const hash = createHash('sha256').update('old token').digest()
  database.prepare('insert into shares values (?, ?, ?, ?, ?, ?)').run('old', hash, 'drafts', '/', 1, 100)
  database.close()

  const file = newPreviewDatabase(dataDir)
  const shares = createShares(file)
  expect(await shares.key()).toEqual(key)
  expect(await shares.isLive('old token', 99)).toBe(true)
  expect(await shares.isLive('old token', 100)).toBe(false)
  const made = await shares.add('new token', {
    shows: 'about',
    path: '/about',
    recipient: 'Ada',
    createdAt: 2,
    expiresAt: 50,
  })
  const old = { id: 'old', shows: 'drafts', path: '/', recipient: '', createdAt: 1, expiresAt: 100 }
  expect(await shares.list(3)).toEqual([made, old])
  expect(await shares.list(50), 'without what is over').toEqual([old])
  expect(await shares.revoke('old')).toBe(true)
  expect(await shares.revoke('old')).toBe(false)
  expect(await shares.isLive('old token', 3)).toBe(false)
  await file.close()
})
