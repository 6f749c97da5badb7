import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Placeholder } from '../../../api/contract/placeholders.ts'
import type { Held } from '../../content/hold-back.ts'
import { isRecord, readWhole, writeDurably } from './durable.ts'
import type { PageRecord } from './page-records.ts'
import { replaceFile } from './replace-file.ts'
import { serializeManifest, serializePublicManifest } from './serialize-manifest.ts'

/**
 * One whole state of the site, as `manifests/<id>.json` beside the releases. It is not public: it names what is in the
 * dataset.
 */
export interface Manifest {
  id: string
  /** When it was made, ISO 8601. */
  at: string
  /** Hash of the code and settings that rendered it: pages of another one can't be kept. */
  build: string
  /** Hash of `documents`. */
  snapshot: string
  /** Revision of every document that the release was made from, by id. */
  documents: Record<string, string>
  /** By path: `/`, `/platform`. */
  pages: Record<string, PageRecord>
  /** Permanent redirects, from path to path or address; chains are collapsed. */
  redirects: Record<string, string>
  held: Held[]
  /** What editors call each document, by id. Earlier versions of this program did not write it down. */
  titles?: Record<string, string> | undefined
  /** In the settings, by their form's titles. Earlier versions of this program did not write them down. */
  placeholders?: (Placeholder & { title: string })[] | undefined
}

/** File of a page in a release: flat, so that any static host serves it at its bare path. */
export function pageFile(page: string): string {
  return page === '/' ? 'index.html' : `${page.slice(1)}.html`
}

/** What everybody may read of a release, among its files. */
export const PUBLIC_MANIFEST = 'release.json'

/**
 * The manifest that was read or written last, and the file's identity then: reading one with a thousand pages takes 4
 * ms.
 */
let latest: { file: string; identity: string; manifest: Manifest } | undefined

/** The manifest of a release, to be treated as immutable; undefined where it is not kept, or was cut short. */
export async function readManifest(dist: string, id: string): Promise<Manifest | undefined> {
  const file = manifestFile(dist, id)
  const identity = await identityOf(file)
  if (latest?.file === file && latest.identity === identity) return latest.manifest
  const manifest =
    (await readWhole(file, isManifest)) ??
    // Earlier versions of this program wrote the whole manifest among the files.
    (await readWhole(path.join(dist, 'releases', id, PUBLIC_MANIFEST), isRecord).then((found) =>
      isManifest(found) ? found : undefined,
    ))
  if (!manifest) return undefined
  const own = withMessages(manifest)
  if (identity !== undefined) latest = { file, identity, manifest: own }
  return own
}

/** Writes a release's manifest durably, before the site turns to that release. */
export async function keepManifest(dist: string, given: Manifest): Promise<void> {
  // It may come from a node of an earlier version.
  const manifest = withMessages(given)
  const file = manifestFile(dist, manifest.id)
  await writeDurably(file, serializeManifest(manifest))
  const identity = await identityOf(file)
  if (identity !== undefined) latest = { file, identity, manifest }
}

/** Changes whenever the file does, which is always replaced whole; undefined where there is none. */
async function identityOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined)
  return found && [found.ino, found.size, found.mtimeNs].join(' ')
}

/** Writes what everybody may read into a release's folder. */
export async function writePublicManifest(folder: string, manifest: Manifest): Promise<void> {
  await replaceFile(path.join(folder, PUBLIC_MANIFEST), serializePublicManifest(manifest))
}

export function manifestFile(dist: string, id: string): string {
  return path.join(dist, 'manifests', `${id}.json`)
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || !['id', 'at', 'build', 'snapshot'].every((name) => typeof value[name] === 'string'))
    return false
  return isRecord(value['documents']) && isRecord(value['pages']) && Array.isArray(value['held'])
}

/** Earlier versions of this program wrote the message of a fault as its `sentence`. */
function withMessages(manifest: Manifest): Manifest {
  const { held, placeholders } = manifest
  return {
    ...manifest,
    held: held.map((one) => ({ ...one, faults: one.faults.map(withMessage) })),
    ...(placeholders && { placeholders: placeholders.map(withMessage) }),
  }
}

function withMessage<Told extends { message: string }>(told: Told & { sentence?: string }): Told {
  const { sentence, ...others } = told
  return sentence === undefined ? told : { ...(others as unknown as Told), message: sentence }
}
