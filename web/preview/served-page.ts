import path from 'node:path'
import { readManifest } from '../publisher/release/manifest.ts'
import { currentFolder } from '../publisher/release/switch.ts'
import { NOT_DRAWN, NOT_PUBLISHED, type Side } from './compare.ts'
import { pageText, withoutCode } from './release-page.ts'

/**
 * A page as visitors get it: of the release that is served, which is an earlier one where the site is held there, and
 * holds documents back. None before the first release.
 */
export async function servedPage(dist: string, page: string): Promise<Side | undefined> {
  const folder = await currentFolder(dist)
  const manifest = folder === undefined ? undefined : await readManifest(dist, path.basename(folder))
  if (!manifest) return undefined
  if (!(page in manifest.pages)) return { reason: NOT_PUBLISHED }
  const text = await pageText(dist, manifest, page)
  return text === undefined ? { reason: NOT_DRAWN } : { html: withoutCode(text) }
}
