import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { strongReferences } from '../../lake/store/references.ts'
import type { ArchivedDocument } from './archive.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

export type Operation = 'createIfNotExists' | 'createOrReplace'

/** The hosted lake takes 4 MB in a request. */
const MAX_BYTES = 3_500_000

/**
 * Writes documents as they are, in one transaction; in several where they are more than a request takes. Whatever
 * breaks off, each of them is there as a whole, with all it refers to, or as it was before.
 * @returns how many were written: what is there already may stay
 * @throws OperationalError saying how many were written before
 */
export async function writeDocuments(
  { client, name }: Dataset,
  documents: readonly ArchivedDocument[],
  operation: Operation,
  progress: Progress,
): Promise<number> {
  let done = 0
  let written = 0
  for (const part of partsOf(inOrder(documents))) {
    progress('Writing documents', done, documents.length)
    const transaction = client.transaction()
    for (const document of part) transaction[operation](document)
    const { results } = await transaction.commit({ autoGenerateArrayKeys: true }).catch((error: unknown) => {
      const sent = done === 0 ? 'No document was' : `Only ${done} of ${documents.length} documents were`
      throw new OperationalError(failure(error, name, sent), { cause: error })
    })
    done += part.length
    written += results.filter((result) => result.operation !== 'none').length
  }
  progress('Writing documents', done, documents.length)
  return written
}

function failure(error: unknown, name: string, sent: string): string {
  const isAnswer = typeof (error as { statusCode?: unknown }).statusCode === 'number'
  return isAnswer
    ? `${sent} written to ${name}: ${messageOf(error)}`
    : `The connection to ${name} broke off (${messageOf(error)}). Each document is there as a whole or as it was before: run this again.`
}

/** What others refer to comes first, so that no reference leads nowhere between two transactions. */
function inOrder(documents: readonly ArchivedDocument[]): Set<ArchivedDocument> {
  const byId = new Map(documents.map((document) => [document._id, document]))
  const ordered = new Set<ArchivedDocument>()
  const seen = new Set<ArchivedDocument>()
  const visit = (document: ArchivedDocument): void => {
    if (seen.has(document)) return
    seen.add(document)
    for (const id of strongReferences(document)) {
      const target = byId.get(id)
      if (target) visit(target)
    }
    ordered.add(document)
  }
  documents.forEach(visit)
  return ordered
}

function partsOf(documents: Iterable<ArchivedDocument>): ArchivedDocument[][] {
  const parts: ArchivedDocument[][] = []
  let size = Infinity
  for (const document of documents) {
    const bytes = Buffer.byteLength(JSON.stringify(document))
    size += bytes
    if (size > MAX_BYTES) {
      parts.push([])
      size = bytes
    }
    parts.at(-1)?.push(document)
  }
  return parts
}
