import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { filesBelow } from './files-below.ts'
import { keepManifest, writePublicManifest, type Manifest } from './manifest.ts'
import { replaceFile, TEMP_SUFFIX } from './replace-file.ts'
import { inStage } from './stage.ts'
import { currentFolder } from './switch.ts'
import { longUnnamed } from './unnamed-assets.ts'

/** SHA-256 in hex of files by their path below `dist`. */
export type Hashes = Record<string, string>

/** A release that another node rendered: its manifest and all its files. */
export interface ReplicatedRelease {
  manifest: Manifest
  files: Hashes
}

/**
 * Folder for what came from other nodes of a release that is not complete here yet. After a failure, the next try uses
 * it.
 */
const INCOMING = 'incoming'

/** Hashes of files, by what changes with a file's bytes. Releases share unchanged files. */
const known = new Map<string, string>()
const MAX_KNOWN = 50_000

/** All files that another node needs to serve a release and to publish after it. */
export async function hashesOf(dist: string, id: string): Promise<Hashes> {
  return { ...(await hashFolder(dist, path.join('releases', id))), ...(await hashFolder(dist, 'good')) }
}

/** The hashes of a release's files that this node has nowhere. */
export async function lackingFiles(dist: string, id: string, files: Hashes): Promise<string[]> {
  const here = new Set((await localFiles(dist, id)).keys())
  return [...new Set(Object.values(files))].filter((hash) => !here.has(hash))
}

/**
 * Keeps contents that a release lacks here, until the release itself is kept.
 * @param contents by hash
 * @throws OperationalError where one is not what its hash says; then none of them is kept
 */
export async function keepContents(dist: string, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [hash, bytes] of contents)
    if (createHash('sha256').update(bytes).digest('hex') !== hash)
      throw new OperationalError('A file of a release is damaged in the database.')
  for (const [hash, bytes] of contents) await replaceFile(path.join(dist, INCOMING, hash), Buffer.from(bytes))
}

/** Removes what was kept for a release that is complete now. */
export async function removeContents(dist: string): Promise<void> {
  await rm(path.join(dist, INCOMING), { recursive: true, force: true })
}

/**
 * Writes a release of another node beside those that are here, and shares their files where they are the same.
 * @returns whether it is new here; then it has what tabs of the served one may still ask for
 * @throws OperationalError where a content is missing; then nothing was changed
 */
export async function keepRelease(dist: string, { manifest, files }: ReplicatedRelease): Promise<boolean> {
  const own = path.join('releases', manifest.id)
  const here = await localFiles(dist, manifest.id)
  const wanted = Object.entries(files).filter(([name]) => isBelow(own, name))
  const lost = wanted.find(([, hash]) => !here.has(hash))
  if (lost) throw new OperationalError(`A file of the release ${manifest.id} is not in the database.`)

  const target = path.join(dist, own)
  const isThere = await stat(target).then(
    () => true,
    () => false,
  )
  async function fill(folder: string): Promise<void> {
    const present = await hashFolder(dist, path.relative(dist, folder))
    for (const [name, hash] of wanted) {
      const inside = path.relative(own, name)
      if (present[path.join(path.relative(dist, folder), inside)] === hash) continue
      await replaceFile(path.join(folder, inside), await readFile(path.join(dist, here.get(hash) ?? '')))
    }
  }
  if (isThere) {
    await fill(target)
    await keepManifest(dist, manifest)
    await writePublicManifest(target, manifest)
    return false
  }
  const current = await currentFolder(dist)
  await inStage(dist, current, async (staged) => {
    await fill(staged)
    const names = new Set(wanted.map(([name]) => path.relative(own, name)))
    await removeOthers(staged, names)
    // A release that is fetched to go back to tells nothing about what is used now.
    const isNext = current !== undefined && path.basename(current) < manifest.id
    for (const name of isNext ? await longUnnamed(dist, staged, names) : [])
      await rm(path.join(staged, name), { force: true })
    await keepManifest(dist, manifest)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(staged, target)
  })
  return true
}

/** Takes over the last good documents that belong to a release. */
export async function keepLastGoodOf(dist: string, { manifest, files }: ReplicatedRelease): Promise<void> {
  const here = await localFiles(dist, manifest.id)
  const present = await hashFolder(dist, 'good')
  for (const [name, hash] of Object.entries(files)) {
    const from = here.get(hash)
    if (isBelow('good', name) && present[name] !== hash && from !== undefined)
      await replaceFile(path.join(dist, name), await readFile(path.join(dist, from)))
  }
  for (const name of Object.keys(present))
    if (!(name in files)) await rm(path.join(dist, name), { force: true })
}

/** A tab that was opened on an earlier release still asks for that one's assets, so these stay for long. */
async function removeOthers(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  for (const name of await namesIn(folder))
    if (!wanted.has(name) && !isBelow('assets', name)) await rm(path.join(folder, name), { force: true })
}

/**
 * The path of each content that is on this node: in the served release, in as much of this one as is here, among the
 * last good documents, and in what came.
 */
async function localFiles(dist: string, id: string): Promise<Map<string, string>> {
  const served = path.basename((await currentFolder(dist)) ?? '')
  const folders = [...new Set([served, id])]
    .filter((name) => name !== '')
    .map((name) => path.join('releases', name))
  const hashes = await Promise.all([...folders, 'good', INCOMING].map((folder) => hashFolder(dist, folder)))
  return new Map(hashes.flatMap((some) => Object.entries(some).map(([name, hash]) => [hash, name] as const)))
}

async function hashFolder(dist: string, folder: string): Promise<Hashes> {
  const names = await namesIn(path.join(dist, folder))
  if (known.size > MAX_KNOWN) known.clear()
  const hashes: Hashes = {}
  for (const name of names) {
    const file = path.join(dist, folder, name)
    const { ino, mtimeMs, size } = await stat(file)
    const key = `${ino} ${mtimeMs} ${size}`
    const hash =
      known.get(key) ??
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
    known.set(key, hash)
    hashes[path.join(folder, name)] = hash
  }
  return hashes
}

async function namesIn(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((name) => !name.endsWith(TEMP_SUFFIX))
}

function isBelow(folder: string, name: string): boolean {
  return name.startsWith(`${folder}${path.sep}`)
}
