import path from 'node:path'
import { isRecord, readWhole, writeDurably } from './durable.ts'
import type { Manifest } from './manifest.ts'
import { publicManifest } from './public-manifest.ts'
import { replaceFile } from './stage.ts'

/** What everybody may read of a release, among its files. */
export const PUBLIC_MANIFEST = 'release.json'

/** The manifest of a release; none where it is not kept, or was cut short. */
export async function readManifest(dist: string, id: string): Promise<Manifest | undefined> {
  return (
    (await readWhole(manifestFile(dist, id), isManifest)) ??
    // Earlier versions of this program wrote the whole manifest among the files.
    (await readWhole(path.join(dist, 'releases', id, PUBLIC_MANIFEST), isRecord).then((found) =>
      isManifest(found) ? found : undefined,
    ))
  )
}

/** Writes a release's manifest where it is read again, before the site turns to that release. */
export async function keepManifest(dist: string, manifest: Manifest): Promise<void> {
  await writeDurably(manifestFile(dist, manifest.id), JSON.stringify(manifest))
}

/** Writes what everybody may read into a release's folder. */
export async function writePublicManifest(folder: string, manifest: Manifest): Promise<void> {
  await replaceFile(path.join(folder, PUBLIC_MANIFEST), JSON.stringify(publicManifest(manifest)))
}

export function manifestFile(dist: string, id: string): string {
  return path.join(dist, 'manifests', `${id}.json`)
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || !['id', 'at', 'build', 'snapshot'].every((name) => typeof value[name] === 'string'))
    return false
  return isRecord(value['documents']) && isRecord(value['pages']) && Array.isArray(value['held'])
}
