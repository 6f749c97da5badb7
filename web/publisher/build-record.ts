import { OperationalError } from '../../api/contract/operational-error.ts'
import { sourceConfig, type Environment } from '../content/source-config.ts'
import { buildKey } from './build-key.ts'
import { releaseOfBuild } from './release/base.ts'
import { readBuildRecord } from './release/build-file.ts'
import { currentFolder, currentManifest } from './release/switch.ts'
import { isSiteWhole } from './release/whole.ts'

/** What a site is built from besides its content. The contract counts, as it has rules that pages are checked by. */
const SOURCES = ['web', 'api/contract', 'vite.config.ts', 'package-lock.json']

/** What a build will be made of. */
export interface BuildPlan {
  /** Hash of code and settings: a site with the same one needs no build. */
  key: string
  settings: { origin: string; recaptchaSiteKey?: string }
}

/**
 * The build that the settings and the sources below `root` ask for. Loads nothing that builds: most starts only ask.
 * @param isLocal whether addresses of this machine may stand in the pages
 * @throws OperationalError where no content is configured, or pages for others would name this machine
 */
export async function planBuild(root: string, env: Environment, isLocal: boolean): Promise<BuildPlan> {
  const { name } = sourceConfig(env)
  const origin = siteOrigin(env, isLocal)
  const recaptchaSiteKey = env['RECAPTCHA_SITE_KEY']
  const stamp = [origin, recaptchaSiteKey ?? '', name.replace(/ at .*$/, '')]
  return {
    key: await buildKey(root, { from: SOURCES, settings: stamp }),
    settings: { origin, ...(recaptchaSiteKey ? { recaptchaSiteKey } : {}) },
  }
}

/**
 * Whether the site in `dist` was built with this key and is whole, and the release of that build, which the next one
 * starts from, is there: a restore can have brought the releases of an earlier build.
 */
export async function isBuilt(dist: string, key: string): Promise<boolean> {
  const last = await readBuildRecord(dist)
  if (last.key !== key || !(await isSiteWhole(dist))) return false
  const [manifest, folder] = await Promise.all([currentManifest(dist), currentFolder(dist)])
  if (!manifest || !folder) return false
  return (await releaseOfBuild(dist, last, { manifest, folder })) !== undefined
}

/** @throws OperationalError where pages for others would name this machine */
function siteOrigin(env: Environment, isLocal: boolean): string {
  const origin = (env['SITE_URL'] || 'http://127.0.0.1:3000').replace(/\/+$/, '')
  if (isLocal || isPublic(origin)) return origin
  throw new OperationalError(
    `Canonical addresses, sitemap and cards would lead to ${origin}, which only this machine can reach: set SITE_URL to the public origin, such as https://example.com. For a look on this machine, add --local.`,
  )
}

/** Whether an origin can be reached from other machines than this one. */
export function isPublic(origin: string): boolean {
  return !/^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(origin)
}
