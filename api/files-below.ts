import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Paths of all files below a folder, with `/`. @throws ENOENT if there is no such folder */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}
