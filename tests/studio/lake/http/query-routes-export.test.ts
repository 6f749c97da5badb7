import type { SanityClient } from '@sanity/client'
import { exportDataset, type SanityDocument } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { execFileSync } from 'node:child_process'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startLake, temporaryFolder, writeSeed } from '../fixture.ts'

// Sanity's tools insist on a token, so these lakes have one.
const TOKEN = 'a-token-that-nobody-guesses'
const LAUNCH_SEED = join(import.meta.dirname, '../../../../studio/seed')

// A write sets these two: what was imported is a new revision.
function withoutRevision({ _rev, _updatedAt, ...document }: SanityDocument): SanityDocument {
  return document
}

async function exportArchive(client: SanityClient, mode: 'stream' | 'cursor' = 'stream'): Promise<string> {
  const outputPath = join(temporaryFolder(), 'export.tar.gz')
  await exportDataset({ client, dataset: 'production', outputPath, mode, transformDocument: withoutRevision })
  return outputPath
}

/** Path within the archive -> bytes. */
function unpack(archive: string): Map<string, string> {
  const folder = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', folder, '--strip-components=1'])
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')]
    }),
  )
}

async function startWithToken(seedDir: string): Promise<SanityClient> {
  const { clientWith } = await startLake({ seedDir, token: TOKEN })
  return clientWith({ token: TOKEN })
}

async function startEmptyLake(): Promise<SanityClient> {
  const client = await startWithToken(writeSeed([{ _id: 'leftover', _type: 'leftover' }]))
  await client.delete('leftover')
  return client
}

test('the launch content, exported, imported into an empty lake and exported again, is the same to the byte', async () => {
  const source = await startWithToken(LAUNCH_SEED)
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  await source.assets.upload('file', picture, { filename: 'notes.txt' })
  await source.create({ _id: 'drafts.new-page', _type: 'legalPage', title: 'ä “b”' })
  const archive = await exportArchive(source)

  const target = await startEmptyLake()
  const { numDocs } = await sanityImport(createReadStream(archive), { client: target, operation: 'create' })
  const [before, after] = [unpack(archive), unpack(await exportArchive(target))]
  expect(numDocs).toBe(before.get('data.ndjson')?.trim().split('\n').length)
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  for (const [path, bytes] of before) {
    if (path !== 'assets.json') expect(after.get(path), path).toBe(bytes)
  }
  expect(before.size).toBeGreaterThan(10)
}, 60_000)

test('an export by cursor holds every document', async () => {
  const client = await startWithToken(writeSeed())
  const files = unpack(await exportArchive(client, 'cursor'))
  expect(files.get('data.ndjson')?.trim().split('\n')).toHaveLength(6)
})

test('references that are not there yet do not stop an import', async () => {
  const target = await startEmptyLake()
  const documents = [
    { _id: 'one', _type: 'step', next: { _type: 'reference', _ref: 'two' } },
    { _id: 'two', _type: 'step', next: { _type: 'reference', _ref: 'one' } },
  ]
  await sanityImport(documents, { client: target, operation: 'create' })
  const found = await target.fetch('*[_type == "step"]{_id, next, "after": next->_id}')
  expect(found).toEqual([
    { _id: 'one', next: { _type: 'reference', _ref: 'two' }, after: 'two' },
    { _id: 'two', next: { _type: 'reference', _ref: 'one' }, after: 'one' },
  ])
})
