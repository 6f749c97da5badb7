import { access } from 'node:fs/promises'
import path from 'node:path'
import type { Snapshot } from '../content/snapshot.ts'
import { cardPath, cardText, type CardText } from '../site/card.ts'
import { routesOf } from '../site/routes.tsx'
import { compressRest } from './release/compress.ts'
import { writePublicManifest, type Manifest } from './release/manifest.ts'
import { replaceFile } from './release/replace-file.ts'
import { prepareStage } from './release/stage.ts'
import { currentFolder, pruneReleases } from './release/switch.ts'
import { longUnnamed, namedAssets } from './release/unnamed-assets.ts'

/**
 * Does what no visitor should wait for: draws cards, compresses as small as possible, prepares the folder for the next
 * release without files that have long been unused, and removes the oldest releases. Ends early when a newer release is
 * served.
 */
export async function finishFiles(dist: string, manifest: Manifest, snapshot: Snapshot): Promise<void> {
  const folder = path.join(dist, 'releases', manifest.id)
  const isServed = async (): Promise<boolean> => (await currentFolder(dist)) === folder
  for (const [name, text] of cardsOf(snapshot)) {
    if (!(await isServed())) return
    await addCard(folder, name, text)
  }
  await compressRest(folder, isServed)
  if (!(await isServed())) return
  // The server sees by the folder's date that files in it have changed.
  await writePublicManifest(folder, manifest)
  const unnamed = await longUnnamed(dist, folder, await namedAssets(folder))
  if (!(await isServed())) return
  await prepareStage(dist, folder, unnamed)
  await pruneReleases(dist)
}

/** What the card of each page shows, by the card's file in a release. */
export function cardsOf({ content }: Snapshot): Map<string, CardText> {
  return new Map(
    routesOf(content).map((route) => {
      const { title } = route.seo(content)
      return [cardPath(title, content).slice(1), cardText(title, content)]
    }),
  )
}

async function addCard(folder: string, name: string, text: CardText): Promise<void> {
  const file = path.join(folder, name)
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return
  // Drawing loads a large library, which pages never need.
  const { drawCard } = await import('./cards.ts')
  const drawn = await drawCard(name, text)
  if (drawn) await replaceFile(file, drawn)
}
