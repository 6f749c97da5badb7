import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sanityImport } from '@sanity/import'
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
  url: string
}

const PLACEHOLDER = /^(image|file)@([a-z]+:\/\/.+)$/u

/** The pictures and files of an archive, as documents name them: those that none of them shows, too. */
export async function placeholdersIn(folder: string): Promise<string[]> {
  const all = await Promise.all(
    (['image', 'file'] as const).map(async (kind) => {
      const names = await readdir(join(folder, `${kind}s`)).catch(() => [])
      return names.map((name) => `${kind}@file://./${kind}s/${encodeURIComponent(name)}`)
    }),
  )
  return all.flat()
}

/**
 * Uploads pictures and files, those that the dataset has not yet. No document names them before it is written.
 * @param folder where those are that placeholders name by a path
 * @returns what each placeholder stands for
 * @throws Error naming the file that could not be read, or was refused
 */
export async function uploadAssets(
  { client }: Dataset,
  placeholders: ReadonlySet<string>,
  folder: string,
  progress: Progress,
): Promise<Map<string, Uploaded>> {
  const files = [...placeholders].map((placeholder) => [placeholder, fileOf(placeholder, folder)] as const)
  if (files.length === 0) return new Map()
  const map = join(folder, 'assets.json')
  await sanityImport([], {
    client,
    unreferencedAssets: files.map(([, { kind, url }]) => `${kind}#${url}`),
    ...(existsSync(map) && { assetMap: JSON.parse(await readFile(map, 'utf8')) }),
    onProgress: ({ current, total }) => progress('Uploading pictures and files', current, total),
  })
  const stored = await client.fetch<{ key: string; id: string }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{"key": _type + sha1hash, "id": _id}',
  )
  const known = new Map(stored.map(({ key, id }) => [key, id]))
  const uploaded = new Map<string, Uploaded>()
  for (const [placeholder, { kind, url }] of files) {
    const bytes = await bytesOf(url)
    const sha1 = createHash('sha1').update(bytes).digest('hex')
    // A lake that cleans what it is given stores other bytes, and says which for the same ones once more.
    const id = known.get(`sanity.${kind}Asset${sha1}`) ?? (await uploadAgain(client, kind, bytes, url))
    uploaded.set(placeholder, { kind, id })
  }
  return uploaded
}

function fileOf(placeholder: string, folder: string): AssetFile {
  const [, kind, url] = PLACEHOLDER.exec(placeholder) ?? []
  if (kind === undefined || url === undefined)
    throw new Error(`“${placeholder}” is no asset. Write image@file://./images/NAME.`)
  return { kind: kind as Kind, url: url.replace(/^file:\/\/\./u, () => pathToFileURL(folder).href) }
}

async function bytesOf(url: string): Promise<Buffer> {
  if (url.startsWith('file:')) return readFile(new URL(url))
  return Buffer.from(await (await fetch(url)).arrayBuffer())
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
