import { existsSync, readFileSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import path from 'node:path'
import { PICTURES } from '../../../api/contract/addresses.ts'
import type { Pictures } from '../pictures/make-pictures.ts'
import type { SiteRendering } from '../render/render-site.ts'
import { bytesOf, writeFast, type FileBytes } from './compress.ts'
import { keepManifest, manifestFile, pageFile, writePublicManifest, type Manifest } from './manifest.ts'
import type { PageWriter } from './page-writer.ts'
import { replaceFile } from './replace-file.ts'
import { discard, stageFrom } from './stage.ts'

/** A rendered release, to be written. */
interface NewRelease {
  manifest: Manifest
  rendering: SiteRendering
  pictures: Pictures['made']
  /** Names of all pictures that its rendered pages show. */
  shown: ReadonlySet<string>
  /** Wrote pages while others were rendered. */
  writer: Pick<PageWriter, 'move'>
  /** The release that this one begins with (see `baseOf`), and its folder. */
  before: Manifest
  folder: string
  /** Its files for machines, as far as they are in memory: reading those of a thousand pages takes a millisecond. */
  known: ReadonlyMap<string, FileBytes>
}

/**
 * Writes a release, which shares unchanged files with the one that it starts from.
 * @returns its folder, for `switchTo`; when it throws, nothing of the release is left
 */
export async function writeRelease(dist: string, release: NewRelease): Promise<string> {
  const { manifest, folder } = release
  const staged = await stageFrom(dist, folder)
  // At once, as the disk is busy with one while another is compressed or serialized.
  const writing = [
    writeChanges(staged, release),
    linkShown(staged, release),
    keepManifest(dist, manifest),
    writePublicManifest(staged, manifest),
  ]
  for (const written of await Promise.allSettled(writing)) {
    if (written.status === 'fulfilled') continue
    for (const left of [staged, manifestFile(dist, manifest.id)]) await discard(left)
    throw written.reason
  }
  return staged
}

/** Writes what a rendering changed into a folder that has the files of the release `before`. */
async function writeChanges(
  staged: string,
  { rendering: { files, forMachines, pages, rendered }, pictures, writer, before, known }: NewRelease,
): Promise<void> {
  // A page contains its stamp, so a new stamp is a new page.
  const restamped = rendered.filter((page) => pages[page]?.stamp !== before.pages[page]?.stamp)
  const other = new Set(restamped.map(pageFile))
  const changed = [...files, ...forMachines].filter(
    ([name, bytes]) =>
      other.has(name) || !isSame(bytes, known.get(name) ?? readIfThere(path.join(staged, name))),
  )
  const gone = Object.keys(before.pages).filter((page) => !(page in pages))
  await Promise.all([
    writeFast(staged, new Map(changed), writer),
    writePictures(staged, pictures),
    ...gone
      .flatMap((page) => [pageFile(page), `${pageFile(page)}.br`])
      .map((name) => rm(path.join(staged, name), { force: true })),
  ])
}

/**
 * Links pictures that are shown again: a prepared folder lacks what no page has shown for long, though the previous
 * release may have it.
 */
async function linkShown(staged: string, { folder, shown, pictures }: NewRelease): Promise<void> {
  for (const name of shown) {
    const [source, target] = [path.join(folder, PICTURES, name), path.join(staged, PICTURES, name)]
    if (!pictures.has(name) && !existsSync(target) && existsSync(source)) await link(source, target)
  }
}

/** Synchronous, as queueing thousands of files takes longer than reading them. */
function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

function isSame(one: FileBytes, other: FileBytes | undefined): boolean {
  if (other === undefined || one === other) return one === other
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0
}

/** Writes the files of pictures. A file that is there stays: its name stands for its bytes. */
export async function writePictures(folder: string, made: Pictures['made']): Promise<void> {
  await Promise.all([...made].map(([name, bytes]) => replaceFile(path.join(folder, PICTURES, name), bytes)))
}
