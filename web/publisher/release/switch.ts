import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { OperationalError } from '../../../api/contract/operational-error.ts'
import { KEPT_RELEASES } from '../../../api/contract/releases.ts'
import { flush } from './durable.ts'
import { keepManifest, manifestFile, readManifest, writePublicManifest, type Manifest } from './manifest.ts'
import { discard, linkFolder } from './stage.ts'
import { forgetUnnamed } from './unnamed-assets.ts'

/** The manifest of the release that is served; nothing before the first. */
export async function currentManifest(dist: string): Promise<Manifest | undefined> {
  const folder = await currentFolder(dist)
  return folder === undefined ? undefined : readManifest(dist, path.basename(folder))
}

/**
 * Makes a finished folder the site: it becomes `dist/releases/<id>`, and `dist/site` turns to it in one step, so that a
 * visitor gets the old site or the new one, never parts of both. When it throws, the site is unchanged, and nothing of
 * the new release is left. Its manifests have to be written before.
 */
export async function switchTo(staged: string, dist: string, manifest: Manifest): Promise<void> {
  const target = path.join(dist, 'releases', manifest.id)
  try {
    await mkdir(path.dirname(target), { recursive: true })
    await rename(staged, target)
    await pointTo(dist, target)
  } catch (error) {
    for (const left of [staged, target, manifestFile(dist, manifest.id)]) await discard(left)
    throw error
  }
  await flush(dist)
}

/**
 * Turns the site to an earlier release, or forward to a later one.
 * @param hasAssets whether it was made with what tabs of the served one may still ask for
 * @throws OperationalError when the release is no longer kept
 */
export async function switchRelease(dist: string, id: string, hasAssets = false): Promise<Manifest> {
  const target = path.join(dist, 'releases', path.basename(id))
  const manifest = await readManifest(dist, path.basename(id))
  // A manifest may be left of a release whose folder is gone.
  if (!manifest || !existsSync(target))
    throw new OperationalError(
      `This version of the site is no longer kept: choose one of the last ${KEPT_RELEASES} in the list.`,
    )
  const before = await currentFolder(dist)
  // A tab that was opened on the release before still asks for that one's assets.
  if (before && !hasAssets) await linkFolder(path.join(before, 'assets'), path.join(target, 'assets'))
  if (before && path.basename(before) > manifest.id) await forgetUnnamed(dist)
  // An earlier version of this program made the whole manifest public.
  await keepManifest(dist, manifest)
  await writePublicManifest(target, manifest)
  await pointTo(dist, target)
  await flush(dist)
  return manifest
}

/** Folder of the release that is served. */
export async function currentFolder(dist: string): Promise<string | undefined> {
  const target = await readlink(path.join(dist, 'site')).catch(() => undefined)
  return target === undefined ? undefined : path.join(dist, target)
}

/** Id of the newest release that is kept, by its folder; ids sort in the order in which releases were made. */
export async function newestRelease(dist: string): Promise<string | undefined> {
  const names = await readdir(path.join(dist, 'releases')).catch(() => [])
  return names.reduce<string | undefined>(
    (newest, name) => (newest === undefined || name > newest ? name : newest),
    undefined,
  )
}

async function pointTo(dist: string, target: string): Promise<void> {
  const next = path.join(dist, `.site-${process.pid}`)
  const link = path.join(dist, 'site')
  await rm(next, { force: true })
  try {
    await symlink(path.relative(dist, target), next)
    // Copying this folder may have turned the link into a folder, which a rename can't replace.
    const isFolder = await lstat(link).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (isFolder) await rm(link, { recursive: true })
    await rename(next, link)
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Removes releases that are too old to go back to. It takes a while, so not while somebody waits. */
export async function pruneReleases(dist: string): Promise<void> {
  const releases = path.join(dist, 'releases')
  const served = path.basename((await currentFolder(dist)) ?? '')
  const names = (await readdir(releases)).toSorted()
  // A release that is made meanwhile is not in this list, and so is kept.
  for (const id of names.slice(0, -KEPT_RELEASES))
    if (id !== served) await rm(path.join(releases, id), { recursive: true, force: true })
  const kept = new Set(names.slice(-KEPT_RELEASES))
  // Manifests after the served release belong to a publish that is under way.
  for (const name of await readdir(path.join(dist, 'manifests')).catch(() => [])) {
    const id = path.basename(name, '.json')
    if (!kept.has(id) && id < served) await rm(manifestFile(dist, id), { force: true })
  }
}
