import { getMimeType } from 'hono/utils/mime'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isFilePath } from '../../contract/redirect-paths.ts'
import { ASK_AGAIN, ASSETS, FOR_EVER, isPublicFile } from '../../contract/site-headers.ts'
import { filesBelow } from '../../files-below.ts'
import type { TargetManifest } from './target.ts'

/** A file as a bucket takes it. */
export interface BucketObject {
  key: string
  body: Buffer<ArrayBuffer>
  type: string
  cacheControl: string
  /** MD5 in hex: what S3 calls the entity tag of an object that was put in one piece. */
  md5: string
}

export const MANIFEST_KEY = 'release.json'

/** The objects of a release: what pages need, the pages, the files for machines, the manifest. */
export interface ReleaseObjects {
  assets: BucketObject[]
  pages: BucketObject[]
  others: BucketObject[]
  record: BucketObject[]
}

/**
 * Reads the objects of a release, without compressed copies: a bucket can't negotiate encodings, so what is in front of
 * it has to compress.
 */
export async function releaseObjects(folder: string, manifest: TargetManifest): Promise<ReleaseObjects> {
  const below = await filesBelow(folder)
  const names = below.filter((name) => isPublicFile(name) && !name.endsWith('.br'))
  const objects: ReleaseObjects = { assets: [], pages: [], others: [], record: [] }
  for (const name of names) objects[kindOf(name)].push(await readObject(folder, name))
  const taken = new Set([...objects.assets, ...objects.others].map(({ key }) => key))
  const moved = Object.entries(manifest.redirects)
    .filter(([from]) => !isFilePath(from))
    .map(([from, to]) => forwardingPage(from, to))
    .filter(({ key }) => !taken.has(key))
  return { ...objects, pages: [...objects.pages, ...moved] }
}

/**
 * Keys of the addresses that a later release may no longer answer: pages and redirects. Redirects from the path of a
 * file are left out; earlier versions allowed them.
 */
export function pageKeys({ pages, redirects }: Pick<TargetManifest, 'pages' | 'redirects'>): string[] {
  const moved = Object.keys(redirects).filter((from) => !isFilePath(from))
  return [...Object.keys(pages), ...moved].map((address) => keyOf(pageFile(address)))
}

/** The address that a key is read under. */
export function addressOf(key: string): string {
  return key === 'index.html' ? '/' : `/${key}`
}

function pageFile(address: string): string {
  if (address === '/') return 'index.html'
  return path.posix.extname(address) === '' ? `${address.slice(1)}.html` : address.slice(1)
}

/** A page's key has no `.html`, as buckets don't add it. Two names are kept, as every bucket knows them. */
function keyOf(name: string): string {
  return name === 'index.html' || name === '404.html' ? name : name.replace(/\.html$/u, '')
}

function kindOf(name: string): keyof ReleaseObjects {
  if (name.startsWith(ASSETS)) return 'assets'
  if (name === MANIFEST_KEY) return 'record'
  return name.endsWith('.html') ? 'pages' : 'others'
}

async function readObject(folder: string, name: string): Promise<BucketObject> {
  return object(name, await readFile(path.join(folder, name)))
}

/** A page that forwards works on every bucket; redirects of their own differ, if there are any. */
function forwardingPage(from: string, to: string): BucketObject {
  const address = to.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const html = `<!doctype html><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${address}"><meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Moved here</a>\n`
  return { ...object('moved.html', Buffer.from(html)), key: keyOf(pageFile(from)) }
}

function object(name: string, body: Buffer<ArrayBuffer>): BucketObject {
  return {
    key: keyOf(name),
    body,
    type: getMimeType(name) ?? 'application/octet-stream',
    cacheControl: name.startsWith(ASSETS) ? FOR_EVER : ASK_AGAIN,
    md5: createHash('md5').update(body).digest('hex'),
  }
}
