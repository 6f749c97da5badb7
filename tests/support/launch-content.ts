import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Documents, StoredDocument } from '../../web/content/documents.ts'
import { root } from './lake.ts'

/** The launch content, with a picture document for each picture that it names. */
export function launchDocuments(): Map<string, StoredDocument> {
  const lines = readFileSync(path.join(root, 'studio/seed/data.ndjson'), 'utf8').trim().split('\n')
  const documents = lines.map((line) => JSON.parse(line) as StoredDocument)
  const whole = documents.map((document) => pictured({ ...document, _rev: `${document._id}-1` }))
  const pictures = whole.flatMap((document) => picturesIn(document))
  return new Map([...whole, ...pictures].map((document) => [document._id, document]))
}

/** One revision later, with these fields. */
export function edited(
  documents: Documents,
  id: string,
  fields: Record<string, unknown>,
): Map<string, StoredDocument> {
  const before = documents.get(id)
  if (!before) throw new Error(`There is no ${id} in the launch content.`)
  const count = Number(/-(\d+)$/.exec(before._rev)?.[1]) + 1
  return new Map(documents).set(id, { ...before, ...fields, _rev: `${id}-${count}` })
}

/** As an import leaves it: a reference in place of the file's name. */
export function pictured(document: StoredDocument): StoredDocument {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value
    const { _sanityAsset: file, ...rest } = value
    const { name, ext } = path.parse(String(file))
    return { ...rest, asset: { _type: 'reference', _ref: `image-${name}-${ext.slice(1)}` } }
  }) as StoredDocument
}

function picturesIn(value: unknown): StoredDocument[] {
  if (typeof value !== 'object' || value === null) return []
  if ('_ref' in value && typeof value._ref === 'string' && value._ref.startsWith('image-')) {
    const url = `https://cdn.example/${value._ref}`
    return [
      {
        _id: value._ref,
        _type: 'sanity.imageAsset',
        _rev: '1',
        _updatedAt: '2025-10-01T00:00:00Z',
        url,
        size: 900,
      },
    ]
  }
  return Object.values(value).flatMap(picturesIn)
}
