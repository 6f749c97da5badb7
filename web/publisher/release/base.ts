import { existsSync } from 'node:fs'
import path from 'node:path'
import { OperationalError } from '../../../api/contract/operational-error.ts'
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

/** What a build leaves written down beside the site. */
interface Built {
  key: string
  /** Id of its release. */
  release: unknown
}

/**
 * The release whose files the next one begins with: the served one. Where another build drew that, as where the
 * site was held at an earlier release while the code was replaced, it is the one that the build here left, as the
 * other has no files of this build; where that is gone, the served one, no page of which can be kept.
 * @throws OperationalError where the served one lacks files that its `template`, which pages are drawn into, names
 */
export async function baseOf(dist: string, served: KeptRelease & { template: string }): Promise<Base> {
  const { key, release } = (await readWhole(path.join(dist, 'build.json'), isRecord)) ?? {}
  if (typeof key !== 'string') return { ...served, build: served.manifest.build }
  const own = await releaseOfBuild(dist, { key, release }, served)
  if (own) return { ...own, build: key }
  const lost = ownFilesIn(served.template).find((file) => !existsSync(path.join(served.folder, file)))
  if (lost === undefined) return { ...served, build: key }
  throw new OperationalError(
    `No release in ${dist} has what the build there made, such as ${lost}: start the server again, which builds it anew.`,
  )
}

/** A release that has all that a build made: the served one, or the one that it left. None where neither is here. */
export async function releaseOfBuild(
  dist: string,
  { key, release }: Built,
  served: KeptRelease,
): Promise<KeptRelease | undefined> {
  if (served.manifest.build === key) return served
  const manifest = typeof release === 'string' ? await readManifest(dist, release) : undefined
  if (manifest?.build !== key) return undefined
  const folder = path.join(dist, 'releases', manifest.id)
  // A manifest may be left of a release whose folder is gone.
  return existsSync(folder) ? { manifest, folder } : undefined
}

/** Files of the site that a template names, by their paths in a release. */
function ownFilesIn(template: string): string[] {
  return [...template.matchAll(/\s(?:href|src)="\/(assets\/[^"?#]+)/gu)].map(([, file = '']) => file)
}
