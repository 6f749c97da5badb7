import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Moves a finished folder to `studios/<key>` below `dist` and turns `studio` there to it, so that a browser gets the
 * files of one Studio, never of two. Earlier ones go: an open tab loads its parts from the cache or reloads.
 */
export async function putInPlace(staged: string, dist: string, key: string): Promise<void> {
  const studios = path.join(dist, 'studios')
  const target = path.join(studios, key)
  await mkdir(studios, { recursive: true })
  await rm(target, { recursive: true, force: true })
  await rename(staged, target)
  const link = path.join(dist, `.studio-link-${process.pid}`)
  await symlink(path.relative(dist, target), link)
  await rename(link, path.join(dist, 'studio'))
  const others = (await readdir(studios)).filter((name) => name !== key)
  await Promise.all(others.map((name) => rm(path.join(studios, name), { recursive: true, force: true })))
}
