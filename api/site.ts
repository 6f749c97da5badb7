import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Publish from '../web/publish.ts'

export type PublishInput = Publish.PublishInput
export type Published = Publish.Published
export type ContentSource = PublishInput['source']
/** One whole state of the site, as `release.json` in its folder. */
export type Manifest = Published['manifest']
/** What the built site can do for the API. */
export type SitePublisher = Pick<
  typeof Publish,
  'publish' | 'improve' | 'switchRelease' | 'contentSource' | 'documentTypes' | 'openPreview'
>

/** The door to the bundle that the build left in `dist/server`: loaded when first used, and again once it changed. */
export function openSite(dist: string): () => Promise<SitePublisher> {
  const file = path.join(dist, 'server/publish.js')
  let loaded: { version: number; bundle: Promise<SitePublisher> } | undefined

  return async () => {
    const { mtimeMs: version } = await stat(file)
    if (loaded?.version === version) return loaded.bundle
    // The address must change with the bundle, or Node answers with the one it loaded before.
    const bundle = import(`${pathToFileURL(file).href}?${version}`) as Promise<SitePublisher>
    loaded = { version, bundle }
    return bundle
  }
}

/** The manifest of a release, by default of the one that is served; none where there is no such release. */
export async function readManifest(dist: string, id?: string): Promise<Manifest | undefined> {
  const folder = id === undefined ? 'site' : path.join('releases', path.basename(id))
  const json = await readFile(path.join(dist, folder, 'release.json'), 'utf8').catch(() => undefined)
  return json === undefined ? undefined : (JSON.parse(json) as Manifest)
}
