import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AssetFiles } from './assets/asset-files.ts'
import { describeFile, describeImage, type Asset } from './assets/asset.ts'
import { isRecord, toDocument, type Fields, type LakeDocument } from './document.ts'
import { LakeStartError, messageOf } from './errors.ts'
import type { Store } from './store/store.ts'

interface Line {
  document: Fields & { _id: string; _type: string }
  number: number
}

/** Stands in the history for whoever wrote the seed. */
export const SEED_AUTHOR = 'seed'

const PLACEHOLDER = /^(image|file)@file:\/\/\.\/(.+)$/

/**
 * Fills an empty store from `<seedDir>/data.ndjson`, Sanity's own export format, in one transaction.
 *
 * The revision is the hash of the seed, so two fresh clones hold the same revisions and build the same site.
 * @throws LakeStartError naming the line that can't be used.
 */
export async function plantSeed(seedDir: string, store: Store, files: AssetFiles): Promise<void> {
  const file = join(seedDir, 'data.ndjson')
  const text = readSeed(file)
  const lines = parseLines(text, file)
  const assets = await readAssets(lines, seedDir, file)
  for (const asset of assets.values()) files.write(asset)

  const revision = createHash('sha1').update(text).digest('base64url').slice(0, 22)
  const at = newest(lines) ?? new Date().toISOString()
  const documents = [
    ...[...new Map([...assets.values()].map((asset) => [asset.id, asset])).values()].map(
      ({ fields }) => fields,
    ),
    ...lines.map(({ document }) => resolveRecord(document, assets)),
  ]
  const changes = documents.map((fields) => {
    const after = documentOf({ _createdAt: at, _updatedAt: at, ...fields, _rev: revision }, file)
    return { id: after._id, before: null, after, mutations: [{ create: after }] }
  })
  store.write({ id: revision, at, author: SEED_AUTHOR, kind: 'mutate', changes })
}

function documentOf(fields: Fields, file: string): LakeDocument {
  try {
    return toDocument(fields)
  } catch (error) {
    throw new LakeStartError(`${file}, ${JSON.stringify(fields['_id'])}: ${messageOf(error)}.`)
  }
}

function readSeed(file: string): string {
  if (!existsSync(file)) {
    throw new LakeStartError(
      `The seed ${file} is missing. Restore it from the repository: content starts from it.`,
    )
  }
  return readFileSync(file, 'utf8')
}

function parseLines(text: string, file: string): Line[] {
  const seen = new Map<string, number>()
  const lines = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const number = index + 1
    const document = parseDocument(line, `${file}, line ${number}`)
    const earlier = seen.get(document._id)
    if (earlier !== undefined) {
      throw new LakeStartError(
        `${file}, line ${number}: "${document._id}" is already on line ${earlier}. Remove one.`,
      )
    }
    seen.set(document._id, number)
    return [{ document, number }]
  })
  if (lines.length === 0)
    throw new LakeStartError(`The seed ${file} holds no documents. Restore it from the repository.`)
  return lines
}

function parseDocument(line: string, where: string): Line['document'] {
  const value = parseJson(line, where)
  if (!isRecord(value)) throw new LakeStartError(`${where}: not a JSON object. Each line is one document.`)
  const { _id, _type } = value
  if (typeof _id !== 'string' || _id === '') throw new LakeStartError(`${where}: the document has no _id.`)
  if (typeof _type !== 'string' || _type === '')
    throw new LakeStartError(`${where}: the document has no _type.`)
  return { ...value, _id, _type }
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new LakeStartError(`${where}: not JSON (${messageOf(error)}). Each line is one document.`)
  }
}

async function readAssets(lines: Line[], seedDir: string, file: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  for (const { document, number } of lines) {
    for (const placeholder of placeholdersOf(document)) {
      if (assets.has(placeholder)) continue
      // One at a time: a picture decodes to many times its size.
      assets.set(placeholder, await readAsset(placeholder, seedDir, `${file}, line ${number}`))
    }
  }
  return assets
}

async function readAsset(placeholder: string, seedDir: string, where: string): Promise<Asset> {
  const [, kind, path = ''] = PLACEHOLDER.exec(placeholder) ?? []
  if (kind === undefined || path.split('/').includes('..')) {
    throw new LakeStartError(
      `${where}: "${placeholder}" is no asset of the seed. Write image@file://./images/NAME.`,
    )
  }
  const source = join(seedDir, path)
  if (!existsSync(source)) throw new LakeStartError(`${where}: the file ${source} is missing.`)
  const bytes = readFileSync(source)
  if (kind === 'file') {
    const noted = { sha1: createHash('sha1').update(bytes).digest('hex'), size: bytes.length }
    return { ...describeFile(noted, basename(path), 'application/octet-stream'), bytes }
  }
  try {
    return await describeImage(bytes, basename(path))
  } catch {
    throw new LakeStartError(`${where}: the file ${source} is no image that can be read.`)
  }
}

/** The placeholders of assets in a value. */
export function placeholdersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(placeholdersOf)
  if (!isRecord(value)) return []
  const { _sanityAsset: own, ...rest } = value
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(rest).flatMap(placeholdersOf)]
}

/** Assets by their placeholders. */
type Assets = ReadonlyMap<string, Pick<Asset, 'kind' | 'id'>>

function resolveAssets(value: unknown, assets: Assets): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveAssets(item, assets))
  return isRecord(value) ? resolveRecord(value, assets) : value
}

/** A document of an export, with references to its assets in place of their placeholders. */
export function resolveRecord({ _sanityAsset: placeholder, ...rest }: Fields, assets: Assets): Fields {
  const fields = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, resolveAssets(item, assets)]),
  )
  const asset = typeof placeholder === 'string' ? assets.get(placeholder) : undefined
  if (asset === undefined) return fields
  return { _type: asset.kind, ...fields, asset: { _type: 'reference', _ref: asset.id } }
}

function newest(lines: Line[]): string | undefined {
  const times = lines.map(({ document }) => document['_updatedAt']).filter((time) => typeof time === 'string')
  return times.toSorted().at(-1)
}
