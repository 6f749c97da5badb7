import type { Transaction } from '@sanity/client'
import { counted } from '../../../api/contract/amounts.ts'
import { messageOf, OperationalError } from '../../../api/contract/operational-error.ts'
import { strongReferences } from '../../lake/store/references.ts'
import type { ArchivedDocument } from './archive.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

type Operation = 'createIfNotExists' | 'createOrReplace'

/** The hosted lake takes 4 MB in a request. */
const MAX_BYTES = 3_500_000

const CONFLICT = 409

export interface WriteOptions {
  operation: Operation
  /**
   * What `createOrReplace` may overwrite: revisions by id, with none for documents that must be new. A document with
   * another revision was edited meanwhile, and stays. Without this, everything is overwritten.
   */
  revisions?: ReadonlyMap<string, string>
  progress: Progress
}

/**
 * Writes documents in one transaction, or in several if they exceed a request. Wherever this breaks off, each document
 * is either written, with everything it refers to, or as it was before.
 * @param releases titles of those that were written before
 * @returns how many were written: what is there already may stay
 * @throws OperationalError saying what was written before
 */
export async function writeDocuments(
  dataset: Dataset,
  documents: readonly ArchivedDocument[],
  options: WriteOptions,
  releases: readonly string[] = [],
): Promise<number> {
  const { progress } = options
  let done = 0
  let written = 0
  const sent = (): string => sentOf(done, documents.length, releases)
  // A later part could be refused after the first was written, so all revisions are checked first.
  await requireUnedited(dataset, documents, options, sent())
  for (const part of partsOf(inOrder(documents))) {
    progress('Writing documents', done, documents.length)
    const transaction = transactionOf(dataset, part, options)
    const { results } = await transaction
      .commit({ autoGenerateArrayKeys: true })
      .catch(async (error: unknown) => {
        if (statusOf(error) === CONFLICT) await requireUnedited(dataset, part, options, sent())
        throw new OperationalError(failure(error, dataset.name, sent()), { cause: error })
      })
    done += part.length
    written += new Set(results.flatMap(({ id, operation }) => (operation === 'none' ? [] : id))).size
  }
  progress('Writing documents', done, documents.length)
  return written
}

function sentOf(done: number, of: number, releases: readonly string[]): string {
  const titles = releases.map((title) => `“${title}”`).join(', ')
  const parts = [
    ...(releases.length > 0 ? [`${counted(releases.length, 'release')} (${titles})`] : []),
    ...(done > 0 ? [`${done} of ${of} documents`] : []),
  ]
  if (parts.length === 0) return 'No document was'
  return `Only ${parts.join(' and ')} ${done === 0 && releases.length === 1 ? 'was' : 'were'}`
}

function transactionOf(
  { client }: Dataset,
  documents: readonly ArchivedDocument[],
  { operation, revisions }: WriteOptions,
): Transaction {
  const transaction = client.transaction()
  for (const document of documents) {
    const revision = revisions?.get(document._id)
    // Only patches can require a revision, and a patch must do something: this one removes a field that does not exist.
    if (revision !== undefined)
      transaction.patch(document._id, { ifRevisionID: revision, unset: ['_revision_lock_pseudo_field_'] })
    const isNew = revisions !== undefined && revision === undefined
    transaction[isNew ? 'create' : operation](document)
  }
  return transaction
}

/** @throws OperationalError naming what has another revision by now, or when the dataset can't be asked */
async function requireUnedited(
  { client, name }: Dataset,
  documents: readonly ArchivedDocument[],
  { revisions }: WriteOptions,
  sent: string,
): Promise<void> {
  if (revisions === undefined) return
  const ids = documents.map(({ _id: id }) => id)
  const found = await client
    .fetch<{ _id: string; _rev: string }[]>('*[_id in $ids]{_id, _rev}', { ids })
    .catch((error: unknown) => {
      throw new OperationalError(failure(error, name, sent), { cause: error })
    })
  const current = new Map(found.map(({ _id, _rev }) => [_id, _rev]))
  const edited = ids.filter((id) => current.get(id) !== revisions.get(id))
  if (edited.length === 0) return
  throw new OperationalError(
    `${sent} written to ${name}: somebody edited ${edited.join(', ')} there meanwhile. Run this again to see what would change now.`,
  )
}

function failure(error: unknown, name: string, sent: string): string {
  return statusOf(error) === undefined
    ? `The connection to ${name} broke off (${messageOf(error)}). Each document is there as a whole or as it was before: run this again.`
    : `${sent} written to ${name}: ${messageOf(error)}`
}

/** Of an answer; undefined where there was none. */
function statusOf(error: unknown): number | undefined {
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' ? statusCode : undefined
}

/** Referenced documents come first, so that no reference is broken between two transactions. */
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
