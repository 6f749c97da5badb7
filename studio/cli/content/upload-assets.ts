import { sanityImport } from '@sanity/import'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { errorCode } from '../../../api/contract/operational-error.ts'
import type { Dataset } from './datasets.ts'
import type { Progress } from './progress.ts'

type Kind = 'image' | 'file'

/** The document of an asset, in the dataset that it was uploaded to. */
export interface Uploaded {
  kind: Kind
  id: string
}

interface AssetFile {
  kind: Kind
  /** Absolute, as `file:`. */
  url: string
}

const PLACEHOLDER = /^(image|file)@file:\/\/\.\/((?:image|file)s\/.+)$/u

/** The pictures and files of an archive, as documents name them, including those that no document shows. */
export async function placeholdersIn(folder: string): Promise<string[]> {
  const all = await Promise.all(
    (['image', 'file'] as const).map(async (kind) => {
      const entries = await readdir(join(folder, `${kind}s`), { withFileTypes: true }).catch(() => [])
      // Systems leave files of their own in folders, such as .DS_Store.
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      return files.map(({ name }) => `${kind}@file://./${kind}s/${encodeURIComponent(name)}`)
    }),
  )
  return all.flat()
}

/**
 * Uploads pictures and files, those that the dataset has not yet. No document names them before it is written.
 * @param folder where those are that placeholders name by a path: nothing outside its `images/` and `files/` is taken
 * @returns what each placeholder stands for
 * @throws Error naming the file that could not be read, or was refused
 */
export async function uploadAssets(
  dataset: Dataset,
  placeholders: ReadonlySet<string>,
  folder: string,
  progress: Progress,
): Promise<Map<string, Uploaded>> {
  const { client } = dataset
  const files = await filesOf(placeholders, folder)
  if (files.size === 0) return new Map()
  await upload(dataset, files, folder, { progress })
  const stored = await client.fetch<{ key: string; id: string }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{"key": _type + sha1hash, "id": _id}',
  )
  const known = new Map(stored.map(({ key, id }) => [key, id]))
  const uploaded = new Map<string, Uploaded>()
  for (const [placeholder, { kind, url }] of files) {
    const bytes = await readFile(new URL(url))
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    // A lake that cleans uploads stores other bytes. Uploading the same ones again says which.
    const id = known.get(`sanity.${kind}Asset${sha1}`) ?? (await uploadAgain(client, kind, bytes, url))
    uploaded.set(placeholder, { kind, id })
  }
  return uploaded
}

/**
 * Uploads optional pictures and files.
 * @returns paths in the folder of those that the dataset did not take
 */
export async function uploadWhatCan(
  dataset: Dataset,
  placeholders: readonly string[],
  folder: string,
  progress: Progress,
): Promise<string[]> {
  const files = await filesOf(placeholders, folder)
  if (files.size === 0) return []
  const { warnings } = await upload(dataset, files, folder, { progress, allowFailingAssets: true })
  const failed = warnings.map(({ message }) => message)
  return [...files.values()]
    .filter(({ url }) => failed.some((message) => message.endsWith(url)))
    .map(({ url }) => relative(folder, fileURLToPath(url)))
}

interface UploadOptions {
  progress: Progress
  allowFailingAssets?: boolean
}

async function upload(
  { client }: Dataset,
  files: ReadonlyMap<string, AssetFile>,
  folder: string,
  { progress, ...options }: UploadOptions,
) {
  const map = join(folder, 'assets.json')
  return sanityImport([], {
    client,
    unreferencedAssets: [...files.values()].map(({ kind, url }) => `${kind}#${url}`),
    ...(existsSync(map) && { assetMap: JSON.parse(await readFile(map, 'utf8')) }),
    onProgress: ({ current, total }) => progress('Uploading pictures and files', current, total),
    ...options,
  })
}

async function filesOf(placeholders: Iterable<string>, folder: string): Promise<Map<string, AssetFile>> {
  const files = new Map<string, AssetFile>()
  for (const placeholder of placeholders) files.set(placeholder, await fileOf(placeholder, folder))
  return files
}

/** An archive may come from anybody: it may name its own files, and none of this machine. */
async function fileOf(placeholder: string, folder: string): Promise<AssetFile> {
  const [, kind, path] = PLACEHOLDER.exec(placeholder) ?? []
  if (kind === undefined || path === undefined) throw noAsset(placeholder)
  const url = new URL(path, `${pathToFileURL(folder).href}/`)
  const file = await realpath(url).catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT' ? new Error(`The file ${path} is missing.`) : noAsset(placeholder)
  })
  // A link in an unpacked folder may lead anywhere.
  const [top] = relative(await realpath(folder), file).split(sep)
  if (top !== 'images' && top !== 'files') throw noAsset(placeholder)
  return { kind: kind as Kind, url: url.href }
}

function noAsset(placeholder: string): Error {
  return new Error(`“${placeholder}” is no asset of the archive. Write image@file://./images/NAME.`)
}

async function uploadAgain(
  client: Dataset['client'],
  kind: Kind,
  bytes: Buffer,
  url: string,
): Promise<string> {
  const { _id: id } = await client.assets.upload(kind, bytes, { filename: basename(new URL(url).pathname) })
  return id
}
