import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { acquireLock } from '../../studio/lake/lock.ts'
import { buildKey } from '../../web/publisher/build-key.ts'
import { root } from './lake.ts'
import { newSiteFolder, OWN_ORIGIN, removeSiteFolder, startOwnSite } from './own-site.ts'

const run = promisify(execFile)

/** The real server and lake, without a Studio. */
export const SITE_PROCESS = 'tests/faults/support/site-process.ts'

export const TOKEN = 'a-token-for-the-editors'
export const ORIGIN = 'https://example.com'
/** Settings of a server that others reach through a proxy. */
export const PROXIED = { SITE_URL: ORIGIN, TRUST_PROXY: '1', LAKE_TOKEN: TOKEN }

const SOURCES = ['api', 'studio', 'web', 'sanity.config.ts', 'vite.config.ts', 'package-lock.json']

/**
 * A new folder with `data` and `dist` of a built site, for `startOwnSite`. A build costs ten times as much as a start, so
 * it is made once for each state of the code and kind of server, and copied from then on.
 * @param settings of the server; those that a site is built with say which one is copied
 */
export async function newBuiltSite(settings: Record<string, string> = {}): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8)
  const built = await builtOnce(name, async (folder) => {
    // The launch content is old, and tests look at its history, so that is kept long.
    const site = await startOwnSite(folder, SITE_PROCESS, { HISTORY_DAYS: '3650', ...settings })
    await site.kill('SIGTERM')
  })
  const folder = newSiteFolder()
  copyInto(folder, built)
  return folder
}

/** The same with a built Studio, which `api/server.ts` would otherwise build in each folder, in 7 s. */
export async function newBuiltStudio(): Promise<string> {
  const folder = await newBuiltSite()
  const built = await builtOnce('studio', async (own) => {
    const env = {
      ...process.env,
      SITE_URL: OWN_ORIGIN,
      NODE_ENV: 'production',
      DIST_DIR: path.join(own, 'dist'),
    }
    await run(process.execPath, ['studio/build.ts'], { cwd: root, env })
  })
  copyInto(folder, built)
  return folder
}

/**
 * The folder of a build, made by `build` now or earlier. Test files run side by side: the second one waits, which is
 * cheaper than building again.
 */
async function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const builds = path.join(root, `var/built-${await buildKey(root, { from: SOURCES, settings: '' })}`)
  const built = path.join(builds, name)
  if (existsSync(built)) return built
  let lock = acquireLock(builds)
  for (; !lock.ok; lock = acquireLock(builds)) await pause(250)
  try {
    if (existsSync(built)) return built
    removeEarlier(builds)
    const folder = newSiteFolder()
    await build(folder)
    mkdirSync(builds, { recursive: true })
    renameSync(folder, built)
    return built
  } finally {
    lock.release()
  }
}

/** Builds of other states of the code. */
function removeEarlier(builds: string): void {
  for (const name of readdirSync(path.dirname(builds)))
    if (name.startsWith('built-') && name !== path.basename(builds))
      removeSiteFolder(path.join(path.dirname(builds), name))
}

function copyInto(folder: string, built: string): void {
  cpSync(built, folder, { recursive: true, verbatimSymlinks: true })
}
