import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCES = ['web', 'vite.config.ts', 'package-lock.json']

/** Hash of everything that a build is made from: code, packages, settings and the content's stamp. */
export async function buildKey(root: string, settings: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const source of SOURCES) {
    const file = path.join(root, source)
    for (const name of await filesIn(file))
      hash.update(`\0${name}\0`).update(await readFile(path.join(file, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(file: string): Promise<string[]> {
  const entries = await readdir(file, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return ['']
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(file, path.join(entry.parentPath, entry.name)))
    .toSorted()
}
