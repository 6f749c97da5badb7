import { createReadStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

export type Operation = 'createIfNotExists' | 'createOrReplace'

/**
 * Writes Sanity's export archive (.tar.gz) of all documents, or of those that `isWanted`, with their assets. A file of
 * that name stays as it is until the archive is whole.
 * @throws OperationalError when the file can't be written
 */
export async function writeArchive(
  { client, dataset }: Dataset,
  file: string,
  progress: Progress,
  isWanted: (id: string) => boolean = () => true,
): Promise<void> {
  const partial = `${file}.partial`
  const opened = await open(partial, 'w').catch((error: NodeJS.ErrnoException) => {
    throw new OperationalError(`The file ${partial} can’t be written (${error.code}): name another one.`)
  })
  const outputPath = opened.createWriteStream({ flush: true })
  try {
    await exportDataset({
      client,
      dataset,
      outputPath,
      onProgress: ({ step, current, total }) =>
        progress(step, current, typeof total === 'number' ? total : undefined),
      filterDocument: ({ _id, _type }) => isWanted(_id) || /^sanity\.(?:image|file)Asset$/.test(_type),
    })
    await rename(partial, file)
  } catch (error) {
    outputPath.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

/** How many documents of an archive were written, and how many stayed as the dataset had them. */
export interface Imported {
  written: number
  kept: number
}

/** Assets come with the documents that show them. */
const COUNT = 'count(*[!(_type in ["sanity.imageAsset", "sanity.fileAsset"])])'

/**
 * Brings an export archive, a folder of one unpacked, or an NDJSON file into the dataset.
 * @throws OperationalError when there is no such file.
 */
export async function readArchive(
  { client }: Dataset,
  path: string,
  operation: Operation,
  progress: Progress,
): Promise<Imported> {
  if (!existsSync(path))
    throw new OperationalError(
      `There is no file ${path}. Name an export archive, its folder or an NDJSON file.`,
    )
  const input = statSync(path).isDirectory() ? path : createReadStream(path)
  const before = await client.fetch<number>(COUNT)
  const { numDocs } = await sanityImport(input, {
    client,
    operation,
    onProgress: ({ step, current, total }) => progress(step, current, total),
  })
  if (operation === 'createOrReplace') return { written: numDocs, kept: 0 }
  const written = (await client.fetch<number>(COUNT)) - before
  return { written, kept: numDocs - written }
}
