import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { PICTURES } from '../../../api/contract/addresses.ts'
import { ASSETS } from '../../../api/contract/site-headers.ts'
import { isRecord, readWhole, writeDurably } from './durable.ts'
import { filesBelow } from './files-below.ts'

/*
 * Cards and pictures are made of content, and each edit can leave some that no page names any more. Tabs that were
 * opened before may still ask for them, and so may whoever shows a shared link, for a month. What a build makes stays:
 * scripts name each other, and only builds add to them.
 */

/** As long as somebody may hold a page whose files these are, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000

const MADE = new RegExp(String.raw`^${ASSETS}(?:card-\w+\.png|${PICTURES.slice(ASSETS.length)}[\w.-]+)$`, 'u')
/** Names of such files, wherever a page or a file for machines has their addresses. */
const NAMED = new RegExp(
  String.raw`/(${ASSETS}(?:card-\w+\.png|${PICTURES.slice(ASSETS.length)}[\w.-]+))`,
  'gu',
)
const TEXT = /\.(?:html|json|txt|webmanifest|xml)$/u

/** Paths below the folder of a release of all cards and pictures that its pages name. */
export async function namedAssets(folder: string): Promise<Set<string>> {
  const named = new Set<string>()
  // One after another: a thousand pages at once would take the memory of all of them.
  for (const name of await filesBelow(folder)) {
    if (name.startsWith(ASSETS) || !TEXT.test(name)) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    for (const [, asset = ''] of text.matchAll(NAMED)) named.add(asset)
  }
  return named
}

/**
 * Those cards and pictures of a folder that are not named and have not been for a month, as far as was looked. Notes
 * down in `dist` since when the others are not.
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

/** Begins to count anew, as an earlier release, which may name any of them, is served again. */
export async function forgetUnnamed(dist: string): Promise<void> {
  await rm(recordFile(dist), { force: true })
}

function recordFile(dist: string): string {
  return path.join(dist, 'unnamed.json')
}
