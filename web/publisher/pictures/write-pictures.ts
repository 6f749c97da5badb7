import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Drawing } from '../draw.ts'
import { writeFast } from '../release/compress.ts'
import { PICTURES } from '../release/headers.ts'
import { pictureFile } from './images.ts'
import type { Manifest } from '../release/manifest.ts'
import { pageFile } from '../release/page-file.ts'
import type { Pictures } from './read-pictures.ts'
import { replaceFile } from '../release/stage.ts'

/** Writes what a drawing changed into a folder that has the files of the release `before`. */
export async function writeChanges(
  staged: string,
  { files, pages }: Drawing,
  pictures: Pictures,
  before: Manifest,
): Promise<void> {
  const same = await Promise.all(
    [...files].map(
      async ([name, text]) => text === (await readFile(path.join(staged, name), 'utf8').catch(() => '')),
    ),
  )
  const gone = Object.keys(before.pages).filter((page) => !(page in pages))
  await Promise.all([
    writeFast(staged, new Map([...files].filter((_, i) => !same[i]))),
    writePictures(staged, pages, pictures),
    ...gone
      .flatMap((page) => [pageFile(page), `${pageFile(page)}.br`])
      .map((name) => rm(path.join(staged, name), { force: true })),
  ])
}

/** Writes those of the pictures that pages use. What the folder has stays: a name stands for its bytes. */
export async function writePictures(
  folder: string,
  pages: Manifest['pages'],
  { read }: Pictures,
): Promise<void> {
  const ids = new Set(Object.values(pages).flatMap((page) => page.documents))
  const used = new Set([...ids].map((id) => pictureFile(id)?.name))
  await Promise.all(
    [...read]
      .filter(([name]) => used.has(name))
      .map(([name, bytes]) => replaceFile(path.join(folder, PICTURES, name), bytes)),
  )
}
