import { readlink, realpath, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Links this checkout's packages beside the renderer's bundle. What is not in the bundle is looked for in the folders
 * above it, and a DIST_DIR may be anywhere, and outlive the checkout that built there.
 */
export async function linkPackages(folder: string): Promise<void> {
  // Where a copy of the sources is built, its packages are links, and go with it.
  const packages = path.dirname(await realpath('node_modules/sharp'))
  const link = path.join(folder, 'node_modules')
  if ((await readlink(link).catch(() => undefined)) === packages) return
  await rm(link, { force: true })
  await symlink(packages, link)
}
