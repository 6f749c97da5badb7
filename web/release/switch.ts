import { link, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

const KEPT = 3

/**
 * Makes a finished folder the site: it becomes `dist/releases/<id>`, and `dist/site` turns to it in
 * one step, so that a visitor gets the old site or the new one, never parts of both. Hashed assets
 * of the release before stay, so that a tab opened then still finds them.
 */
export async function switchTo(staged: string, dist: string, id: string): Promise<void> {
  const releases = path.join(dist, 'releases')
  const target = path.join(releases, id)
  const site = path.join(dist, 'site')
  await mkdir(releases, { recursive: true })
  const before = await readlink(site).catch(() => undefined)
  if (before) await keepAssets(path.join(dist, before, 'assets'), path.join(staged, 'assets'))
  await rename(staged, target)
  const next = path.join(dist, `.site-${process.pid}`)
  await rm(next, { force: true })
  await symlink(path.relative(dist, target), next)
  await rename(next, site)
  await prune(releases, id)
}

async function keepAssets(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const present = new Set(await readdir(to))
  const old = await readdir(from).catch(() => [])
  const missing = old.filter((name) => !present.has(name))
  await Promise.all(missing.map((name) => link(path.join(from, name), path.join(to, name))))
}

async function prune(releases: string, current: string): Promise<void> {
  const ids = (await readdir(releases)).toSorted()
  const old = ids.filter((id) => id !== current).slice(0, -KEPT)
  await Promise.all(old.map((id) => rm(path.join(releases, id), { recursive: true, force: true })))
}
