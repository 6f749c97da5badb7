import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Documents, StoredDocument } from '../../content/documents.ts'
import { flush, isRecord, readWhole } from './durable.ts'
import { replaceFile } from './replace-file.ts'

/**
 * The documents of the last release, in `dist/good`, one file each: what stands in for a revision that would break a
 * page. One that can't be read has no stand-in until the next publish.
 */
export async function readLastGood(dist: string): Promise<Documents> {
  const folder = path.join(dist, 'good')
  const names = await readdir(folder).catch(() => [])
  const documents = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readWhole(path.join(folder, name), isDocument)),
  )
  return new Map(documents.flatMap((document) => (document ? [[document._id, document]] : [])))
}

/** Writes what changed since `before`, each file whole or not at all, and waits until the disk has it. */
export async function keepLastGood(dist: string, documents: Documents, before: Documents): Promise<void> {
  const folder = path.join(dist, 'good')
  await mkdir(folder, { recursive: true })
  const changed = [...documents.values()].filter(({ _id, _rev }) => before.get(_id)?._rev !== _rev)
  const gone = [...before.keys()].filter((id) => !documents.has(id))
  await Promise.all([
    ...changed.map((document) =>
      replaceFile(fileOf(folder, document._id), JSON.stringify(document), { flush: true }),
    ),
    ...gone.map((id) => rm(fileOf(folder, id), { force: true })),
  ])
  // Once for all names: a flush for each would double what an import takes on a slow disk.
  if (changed.length > 0 || gone.length > 0) await flush(folder)
}

function isDocument(value: unknown): value is StoredDocument {
  return (
    isRecord(value) && ['_id', '_type', '_rev', '_updatedAt'].every((name) => typeof value[name] === 'string')
  )
}

/** Sanity's ids are letters, digits, dots, dashes and underscores; anything else has no business in a path. */
function fileOf(folder: string, id: string): string {
  return path.join(folder, `${id.replace(/[^\w.-]/g, '_')}.json`)
}
