import { existsSync } from 'node:fs'
import path from 'node:path'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { readBuildRecord, type LastBuild } from './build-file.ts'
import { readManifest, type Manifest } from './manifest.ts'

/** A release and its files. */
export interface KeptRelease {
  manifest: Manifest
  folder: string
}

/** The release that the next one is built on. */
export interface Base extends KeptRelease {
  /** Key of the code and settings that are here, which render it. */
  build: string
}

/**
 * The release whose files the next one starts with. That is the served one, unless another build rendered it, as when
 * the site was pinned to an earlier release while the code was replaced. Then it has no files of this build, and the
 * release that this build made is taken. Where that is gone it is the served one after all, and none of its pages can
 * be kept.
 * @throws OperationalError where neither has the files that the `template`, which pages are rendered into, names
 */
export async function baseOf(dist: string, served: KeptRelease & { template: string }): Promise<Base> {
  const { key, release } = await readBuildRecord(dist)
  const build = key ?? served.manifest.build
  const own = await releaseOfBuild(dist, { key: build, release }, served)
  // Checked regardless of the key: an interrupted build can have left other programs than its record names.
  const named = ownFilesIn(served.template)
  const lostIn = ({ folder }: KeptRelease): string | undefined =>
    named.find((file) => !existsSync(path.join(folder, file)))
  const base = [own, served].find((one) => one && lostIn(one) === undefined)
  if (base) return { manifest: base.manifest, folder: base.folder, build }
  throw new OperationalError(
    `No release in ${dist} has what the build there made, such as ${lostIn(served)}: start the server again, which builds it anew.`,
  )
}

/**
 * A release with all files of a build: the served one, or the one that the build made. Undefined where neither is here.
 */
export async function releaseOfBuild(
  dist: string,
  { key, release }: LastBuild,
  served: KeptRelease,
): Promise<KeptRelease | undefined> {
  if (served.manifest.build === key) return served
  const manifest = release === undefined ? undefined : await readManifest(dist, release)
  if (!manifest || manifest.build !== key) return undefined
  const folder = path.join(dist, 'releases', manifest.id)
  // The manifest of a release can outlive its folder.
  return existsSync(folder) ? { manifest, folder } : undefined
}

/** Files of the site that a template names, by their paths in a release. */
function ownFilesIn(template: string): string[] {
  return [...template.matchAll(/\s(?:href|src)="\/(assets\/[^"?#]+)/gu)].map(([, file = '']) => file)
}
