import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Documents, StoredDocument } from '../content/documents.ts'

/**
 * The documents of the last release, in `dist/good`, one file each: what stands in for a revision that would
 * break a page. Documents of a release that then was not switched to are just as good.
 */
export async function readGood(dist: string): Promise<Documents> {
  const folder = path.join(dist, 'good')
  const names = await readdir(folder).catch(() => [])
  const documents = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as StoredDocument),
  )
  return new Map(documents.map((document) => [document._id, document]))
}

/** Keeps what changed since `before`. */
export async function keepGood(dist: string, documents: Documents, before: Documents): Promise<void> {
  const folder = path.join(dist, 'good')
  await mkdir(folder, { recursive: true })
  const changed = [...documents.values()].filter(({ _id, _rev }) => before.get(_id)?._rev !== _rev)
  const gone = [...before.keys()].filter((id) => !documents.has(id))
  await Promise.all([
    ...changed.map(async (document) => {
      const file = fileOf(folder, document._id)
      await writeFile(`${file}.new`, JSON.stringify(document))
      await rename(`${file}.new`, file)
    }),
    ...gone.map((id) => rm(fileOf(folder, id), { force: true })),
  ])
}

/** Sanity's ids are letters, digits, dots, dashes and underscores; anything else has no business in a path. */
function fileOf(folder: string, id: string): string {
  return path.join(folder, `${id.replace(/[^\w.-]/g, '_')}.json`)
}
