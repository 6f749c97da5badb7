import { createReadStream, existsSync, statSync } from 'node:fs'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

export type Operation = 'createIfNotExists' | 'createOrReplace'

/** Writes Sanity's export archive (.tar.gz) of all documents, or of those that `isWanted`, with their assets. */
export async function writeArchive(
  { client, dataset }: Dataset,
  outputPath: string,
  progress: Progress,
  isWanted: (id: string) => boolean = () => true,
): Promise<void> {
  await exportDataset({
    client,
    dataset,
    outputPath,
    onProgress: ({ step, current, total }) =>
      progress(step, current, typeof total === 'number' ? total : undefined),
    filterDocument: ({ _id, _type }) => isWanted(_id) || /^sanity\.(?:image|file)Asset$/.test(_type),
  })
}

/**
 * Brings an export archive, a folder of one unpacked, or an NDJSON file into the dataset. Returns how many documents.
 * @throws OperationalError when there is no such file.
 */
export async function readArchive(
  { client }: Dataset,
  path: string,
  operation: Operation,
  progress: Progress,
): Promise<number> {
  if (!existsSync(path))
    throw new OperationalError(
      `There is no file ${path}. Name an export archive, its folder or an NDJSON file.`,
    )
  const input = statSync(path).isDirectory() ? path : createReadStream(path)
  const { numDocs } = await sanityImport(input, {
    client,
    operation,
    onProgress: ({ step, current, total }) => progress(step, current, total),
  })
  return numDocs
}
