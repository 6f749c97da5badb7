import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow } from './release/files-below.ts'

interface Sources {
  /** Files and folders below `root`. */
  from: readonly string[]
  /** Paths below those folders that are not part of what is built. */
  except?: RegExp
  settings: unknown
}

/** Hash of all that something is built from, files and settings: 16 hexadecimal digits. */
export async function buildKey(root: string, { from, except, settings }: Sources): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const source of from) {
    const file = path.join(root, source)
    for (const name of await filesIn(file))
      if (!except?.test(name)) hash.update(`\0${name}\0`).update(await readFile(path.join(file, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(file: string): Promise<string[]> {
  const names = await filesBelow(file)
  // A file itself, or missing: then reading it fails.
  return names.length > 0 ? names.toSorted() : ['']
}
