import { access, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Documents } from '../content/documents.ts'
import type { Drawing } from '../draw.ts'
import { writeFast } from './compress.ts'
import { readImage, usedImages } from './images.ts'
import type { Manifest } from './manifest.ts'
import { pageFile } from './page-file.ts'
import { replaceFile } from './stage.ts'

/** Writes what a drawing changed into a folder that has the files of the release `before`. */
export async function writeChanges(
  staged: string,
  { files, pages }: Drawing,
  documents: Documents,
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
    writeImages(staged, pages, documents),
    ...gone
      .flatMap((page) => [pageFile(page), `${pageFile(page)}.br`])
      .map((name) => rm(path.join(staged, name), { force: true })),
  ])
}

/** Fetches the pictures of these pages that the folder has not yet. */
export async function writeImages(
  folder: string,
  pages: Manifest['pages'],
  documents: Documents,
): Promise<void> {
  const ids = new Set(Object.values(pages).flatMap((page) => page.documents))
  await Promise.all(
    [...usedImages(ids, documents)].map(async ([name, url]) => {
      const file = path.join(folder, name)
      const isThere = await access(file).then(
        () => true,
        () => false,
      )
      if (!isThere) await replaceFile(file, await readImage(url))
    }),
  )
}
