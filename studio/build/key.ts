import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** What the Studio is made from: its folder, and the rule of what a link may be, which the site shares. */
const SOURCES = ['studio', 'web/content/link.ts', 'sanity.config.ts', 'package-lock.json']

/** Neither is bundled, so a change in them asks for no new Studio. */
const OTHERS = /^(?:lake|cli|seed)\//

/** Hash of everything that the Studio is made from: code, packages and settings. */
export async function buildKey(root: string, settings: object): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const source of SOURCES) {
    const file = path.join(root, source)
    for (const name of await filesIn(file))
      hash.update(`\0${name}\0`).update(await readFile(path.join(file, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The key that the last build left in `file`. One that was cut short counts as absent, and the log names it. */
export function keyIn(text: string, file: string): string | undefined {
  try {
    const { key } = JSON.parse(text) as { key?: unknown }
    if (typeof key === 'string') return key
  } catch {
    // Said below, like any other text that is no key.
  }
  console.warn(`${file} can't be used: it counts as absent, and the Studio is built anew.`)
  return undefined
}

async function filesIn(file: string): Promise<string[]> {
  const entries = await readdir(file, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return ['']
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(file, path.join(entry.parentPath, entry.name)))
    .filter((name) => !OTHERS.test(name))
    .toSorted()
}
