import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './lake.ts'
import { newSiteFolder, removeSiteFolder, startOwnSite } from './own-site.ts'

/** The real server and lake, without a Studio. */
export const SITE_PROCESS = 'tests/faults/support/site-process.ts'

const SOURCES = ['api', 'studio', 'web', 'vite.config.ts', 'package-lock.json']

/**
 * A folder of its own with `data` and `dist` of a built site, for `startOwnSite`. The build, which costs more
 * than all else of a start, is made once for each state of the code and copied from then on.
 */
export async function newBuiltSite(): Promise<string> {
  const built = path.join(root, `var/built-${codeKey()}`)
  if (!existsSync(built)) await build(built)
  const folder = newSiteFolder()
  cpSync(built, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

async function build(built: string): Promise<void> {
  mkdirSync(path.dirname(built), { recursive: true })
  for (const name of readdirSync(path.dirname(built)))
    // Another test file may have been quicker with the same build, and copies it.
    if (name.startsWith('built-') && name !== path.basename(built))
      removeSiteFolder(path.join(path.dirname(built), name))
  const folder = newSiteFolder()
  const site = await startOwnSite(folder, SITE_PROCESS)
  await site.kill('SIGTERM')
  try {
    renameSync(folder, built)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(built)) throw error
  }
}

function codeKey(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesOf(path.join(root, source))) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(source: string): string[] {
  if (path.extname(source) !== '') return [source]
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}
