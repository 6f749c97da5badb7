import { mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from './manifest.ts'
import { linkFolder, replaceFile } from './stage.ts'

const KEPT = 50
const MANIFEST = 'release.json'

/** The manifest of the release that is served; nothing before the first. */
export async function currentManifest(dist: string): Promise<Manifest | undefined> {
  return readManifest(path.join(dist, 'site'))
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const json = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined)
  return json === undefined ? undefined : (JSON.parse(json) as Manifest)
}

/**
 * Makes a finished folder the site: it becomes `dist/releases/<id>`, and `dist/site` turns to it in
 * one step, so that a visitor gets the old site or the new one, never parts of both.
 */
export async function switchTo(staged: string, dist: string, manifest: Manifest): Promise<void> {
  await replaceFile(path.join(staged, MANIFEST), JSON.stringify(manifest))
  const target = path.join(dist, 'releases', manifest.id)
  await mkdir(path.dirname(target), { recursive: true })
  await rename(staged, target)
  await pointTo(dist, target)
}

/** Turns the site to an earlier release, or forward to a later one. */
export async function switchRelease(dist: string, id: string): Promise<Manifest | { sentence: string }> {
  const target = path.join(dist, 'releases', path.basename(id))
  const manifest = await readManifest(target)
  if (!manifest)
    return { sentence: `The release ${id} is no longer kept: choose one of the last ${KEPT} in the list.` }
  const before = await currentFolder(dist)
  // A tab that was opened on the release before still asks for that one's assets.
  if (before) await linkFolder(path.join(before, 'assets'), path.join(target, 'assets'))
  await pointTo(dist, target)
  return manifest
}

/** Folder of the release that is served. */
export async function currentFolder(dist: string): Promise<string | undefined> {
  const target = await readlink(path.join(dist, 'site')).catch(() => undefined)
  return target === undefined ? undefined : path.join(dist, target)
}

async function pointTo(dist: string, target: string): Promise<void> {
  const next = path.join(dist, `.site-${process.pid}`)
  await rm(next, { force: true })
  await symlink(path.relative(dist, target), next)
  await rename(next, path.join(dist, 'site'))
}

/** Removes releases that are too old to go back to. It takes a while, so not while somebody waits. */
export async function pruneReleases(dist: string): Promise<void> {
  const releases = path.join(dist, 'releases')
  const served = await currentFolder(dist)
  const names = (await readdir(releases)).toSorted().slice(0, -KEPT)
  const old = names.map((name) => path.join(releases, name)).filter((folder) => folder !== served)
  for (const folder of old) await rm(folder, { recursive: true, force: true })
}
