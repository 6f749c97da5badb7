import type { SanityDocument } from '@sanity/client'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localDataset, type Dataset } from '../../../../studio/cli/content/datasets.ts'
import { startLake, temporaryFolder, writeSeed } from '../../lake/fixture.ts'

export async function startDataset(seed?: Record<string, unknown>[]): Promise<Dataset> {
  const { url } = await startLake(seed && { seedDir: writeSeed(seed) })
  return localDataset(url, {})
}

/** All that a dataset holds, except revisions and times, which are its own. */
export async function contentOf({ client }: Dataset): Promise<unknown[]> {
  const all = await client.fetch<SanityDocument[]>('*[] | order(_id)')
  return all.map(({ _rev, _createdAt, _updatedAt, ...content }) => content)
}

/** Unpacked, as somebody wrote it by hand. */
export function writeFolder(
  documents: Record<string, unknown>[],
  pictures: Record<string, string> = {},
): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'images'))
  for (const [name, text] of Object.entries(pictures)) writeFileSync(join(folder, 'images', name), text)
  writeFileSync(join(folder, 'data.ndjson'), documents.map((one) => JSON.stringify(one)).join('\n'))
  return folder
}

export const picture = (name: string) => ({ _type: 'image', _sanityAsset: `image@file://./images/${name}` })
