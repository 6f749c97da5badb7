import path from 'node:path'
import { isRecord, readWhole } from './durable.ts'
import { readManifest, type Manifest } from './manifest.ts'

/** A release and its files. */
export interface KeptRelease {
  manifest: Manifest
  folder: string
}

/** What the next release is drawn into. */
export interface Base extends KeptRelease {
  /** Key of the code and settings that are here, which draw it. */
  build: string
}

/**
 * The release whose files the next one begins with: the served one. Where another build drew that, as where the
 * site was held at an earlier release while the code was replaced, it is the one that the build here left, as the
 * other has no files of this build; where that is gone, the served one, no page of which can be kept.
 */
export async function baseOf(dist: string, served: KeptRelease): Promise<Base> {
  const built = await readWhole(path.join(dist, 'build.json'), isRecord)
  const { key, release } = built ?? {}
  if (typeof key !== 'string' || key === served.manifest.build)
    return { ...served, build: served.manifest.build }
  const manifest = typeof release === 'string' ? await readManifest(dist, release) : undefined
  if (manifest?.build !== key) return { ...served, build: key }
  return { manifest, folder: path.join(dist, 'releases', manifest.id), build: key }
}
