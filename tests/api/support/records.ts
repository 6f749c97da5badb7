import { expect } from 'vitest'
import type { Database } from '../../../api/store/database/database.ts'
import { openPublishFile, publishStore } from '../../../api/store/publishing/publish-store.ts'
import { createShares, openPreviewFile, type PreviewTables } from '../../../api/store/shares.ts'
import type { PublishTables } from '../../../api/store/tables/publish-schema.ts'

const SHARE = { shows: 'drafts', path: '/', recipient: 'Ada', createdAt: 1, expiresAt: 2_000 }

/** A share link, a release that the site is held at, and a hook that waits. */
export async function writeRecords(dataDir: string): Promise<void> {
  const previews = openPreviewFile(dataDir)
  const shares = createShares(previews)
  await shares.key()
  await shares.add('token', SHARE)
  await previews.close()
  const publishes = openPublishFile(dataDir, () => undefined)
  const { hooks, releases } = publishStore(publishes)
  await releases.put({ id: 'r1', at: '', cause: 'publish', by: [], documents: [], tookMs: 40 })
  await releases.pin('r1')
  await hooks.add({ key: 'k', document: 'home', revision: 'r', publishedAt: '', receivedAt: 1 })
  await publishes.close()
}

/** The key that links are signed with. */
export async function keyIn(previews: Database<PreviewTables>): Promise<Buffer> {
  const key = await createShares(previews).key()
  await previews.close()
  return key
}

/**
 * Expects all of it to be there, and closes the databases.
 * @param working whether links work: none do after a restore, which can't know what was revoked since
 */
export async function expectRecords(
  previews: Database<PreviewTables>,
  publishes: Database<PublishTables>,
  working: 'shares' | 'no shares',
): Promise<void> {
  const shares = createShares(previews)
  expect(await shares.isLive('token', 1_000)).toBe(working === 'shares')
  expect(await shares.list(1_000)).toMatchObject(working === 'shares' ? [SHARE] : [])
  const { hooks, releases } = publishStore(publishes)
  expect([await releases.pinned(), await releases.list()]).toMatchObject(['r1', [{ id: 'r1' }]])
  expect(await hooks.pending()).toMatchObject([{ key: 'k' }])
  // One that comes later has another number.
  expect(
    await hooks.add({ key: 'later', document: 'home', revision: 'r', publishedAt: '', receivedAt: 1 }),
  ).toBe(true)
  await previews.close()
  await publishes.close()
}
