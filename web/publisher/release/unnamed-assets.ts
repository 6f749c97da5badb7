import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { PICTURES } from '../../../api/contract/addresses.ts'
import { ASSETS } from '../../../api/contract/site-headers.ts'
import { isRecord, readWhole, writeDurably } from './durable.ts'
import { filesBelow } from './files-below.ts'

/*
 * Cards and pictures are made of content, and each edit can leave some that no page uses any more. Tabs that were
 * opened before may ask for them for a month, and so may whoever shows a shared link. What a build makes stays: scripts
 * refer to each other, and only builds add to them.
 */

/** For this long, somebody may still have a page open that uses the file, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000

const MADE = new RegExp(String.raw`^${ASSETS}(?:card-\w+\.png|${PICTURES.slice(ASSETS.length)}[\w.-]+)$`, 'u')
/** Paths of such files, wherever a page or a file for machines contains them. */
const NAMED = new RegExp(
  String.raw`/(${ASSETS}(?:card-\w+\.png|${PICTURES.slice(ASSETS.length)}[\w.-]+))`,
  'gu',
)
const TEXT = /\.(?:html|json|txt|webmanifest|xml)$/u

/** Paths in a release of all cards and pictures that its pages use. */
export async function namedAssets(folder: string): Promise<Set<string>> {
  const named = new Set<string>()
  // One after another, to hold one page in memory at a time.
  for (const name of await filesBelow(folder)) {
    if (name.startsWith(ASSETS) || !TEXT.test(name)) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    for (const [, asset = ''] of text.matchAll(NAMED)) named.add(asset)
  }
  return named
}

/**
 * The cards and pictures of a folder that no page uses, and none has used for a month, as far as is known. Records in
 * `dist` since when the others are unused.
 * @param named paths below the folder
 */
export async function longUnnamed(
  dist: string,
  folder: string,
  named: ReadonlySet<string>,
): Promise<string[]> {
  const before = (await readWhole(recordFile(dist), isRecord)) ?? {}
  const now = Date.now()
  const since: Record<string, string> = {}
  for (const below of await filesBelow(path.join(folder, ASSETS))) {
    const name = ASSETS + below
    if (!MADE.test(name) || named.has(name)) continue
    const known = before[name]
    since[name] = typeof known === 'string' ? known : new Date(now).toISOString()
  }
  await writeDurably(recordFile(dist), JSON.stringify(since))
  return Object.keys(since).filter((name) => now - Date.parse(since[name] ?? '') > KEPT_MS)
}

/** Starts counting again: an earlier release, which may use any of them, is served again. */
export async function forgetUnnamed(dist: string): Promise<void> {
  await rm(recordFile(dist), { force: true })
}

function recordFile(dist: string): string {
  return path.join(dist, 'unnamed.json')
}
