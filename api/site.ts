import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentSource } from '../web/content/client.ts'

/** What is wrong with a document, in an editor's words, and where. */
interface Fault {
  sentence: string
  path?: string
}

/** One whole state of the site. */
export interface Manifest {
  id: string
  at: string
  /** Hash of the code and settings that drew it. */
  build: string
  /** Revision of every document that the release was made from, by id. */
  documents: Record<string, string>
  /** By path: the stamp that the page carries, and the ids of the documents that it read. */
  pages: Record<string, { stamp: string; documents: string[] }>
  held: { _id: string; _rev: string | null; faults: Fault[] }[]
}

/** A revision that was published; none where the document was deleted or unpublished. */
export interface Awaited {
  _id: string
  _rev: string | null
  /** When it was published, ISO 8601: a later revision will do as well. */
  at?: string
}

export interface PublishInput {
  /** The folder with `site`, `releases` and `server`. */
  dist: string
  source: ContentSource
  settings: { origin: string; recaptchaSiteKey?: string }
  awaited: readonly Awaited[]
}

export interface Published {
  manifest: Manifest
  /** False when nothing had changed: then no release was written. */
  isNew: boolean
  drawn: string[]
  /** In milliseconds. */
  timings: Record<'read' | 'render' | 'write' | 'switch', number>
}

/** What the built site can do for the API. */
export interface SitePublisher {
  publish(input: PublishInput): Promise<Published | { sentence: string }>
  improve(dist: string, manifest: Manifest): Promise<void>
  switchRelease(dist: string, id: string): Promise<Manifest | { sentence: string }>
  contentSource(env: Record<string, string | undefined>): ContentSource | string
}

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
