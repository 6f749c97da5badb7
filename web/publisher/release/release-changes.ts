import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ALIASES } from '../../../api/contract/pages.ts'
import type { ChangedText, ReleaseChanges } from '../../../api/contract/publishing.ts'
import { differenceOf } from '../difference.ts'
import { pageFile, readManifest, type Manifest } from './manifest.ts'
import { pageTexts } from './page-texts.ts'

/**
 * The texts and pages that differ between two releases, as visitors saw them; undefined where one of them is no longer
 * kept. A text that changed alike on several pages is listed once.
 */
export async function releaseChanges(
  dist: string,
  before: string,
  after: string,
): Promise<ReleaseChanges | undefined> {
  const [old, now] = await Promise.all([before, after].map((id) => readManifest(dist, path.basename(id))))
  if (!old || !now) return undefined
  const [oldPaths, paths] = [pathsOf(old), pathsOf(now)]
  const texts = new Map<string, ChangedText>()
  for (const page of paths) {
    const [record, last] = [now.pages[page], old.pages[page]]
    // Pages with the same stamp may be of different builds, which change no text.
    if (!last || last.stamp === record?.stamp) continue
    const [one, other] = await Promise.all([textsIn(dist, old, page), textsIn(dist, now, page)])
    for (const change of changedTexts(one, other)) {
      const key = JSON.stringify(change)
      const known = texts.get(key)
      if (!known) texts.set(key, { ...change, pages: [page] })
      else if (known.pages.at(-1) !== page) known.pages.push(page)
    }
  }
  return {
    texts: [...texts.values()],
    added: paths.filter((page) => !(page in old.pages)),
    removed: oldPaths.filter((page) => !(page in now.pages)),
  }
}

function pathsOf({ pages }: Manifest): string[] {
  return Object.keys(pages).filter((page) => !(page in ALIASES))
}

async function textsIn(dist: string, { id }: Manifest, page: string): Promise<string[]> {
  const file = path.join(dist, 'releases', id, pageFile(page))
  return pageTexts(await readFile(file, 'utf8').catch(() => ''))
}

/** Pairs of texts, in the order of the page: each removed text beside the one that replaced it. */
function changedTexts(before: string[], after: string[]): Omit<ChangedText, 'pages'>[] {
  const changes: Omit<ChangedText, 'pages'>[] = []
  let gone: string[] = []
  let came: string[] = []
  function close(): void {
    for (let i = 0; i < Math.max(gone.length, came.length); i += 1)
      changes.push({ before: gone[i] ?? null, after: came[i] ?? null })
    gone = []
    came = []
  }
  for (const { value, removed, added } of differenceOf(before, after)) {
    if (removed) gone = value
    else if (added) came = value
    else close()
  }
  close()
  return changes
}
