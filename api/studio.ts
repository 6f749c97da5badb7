import path from 'node:path'
import { buildSite } from './build-site.ts'
import type { StudioBuild } from './http/studio.ts'
import { followRelease } from './http/release.ts'

/** The Studio's build, which waits for `build`: the site must be up first, and a start must not wait for it. */
export interface Studio extends StudioBuild {
  build(): Promise<void>
  stop(): Promise<void>
}

/** The Studio that `command`, run in `root`, brings up to date in the folder `studio` below `dist`. */
export function openStudio(
  command: readonly [string, ...string[]],
  { root, dist }: { root: string; dist: string },
): Studio {
  const stopping = new AbortController()
  const files = followRelease(path.join(dist, 'studio'))
  let state: ReturnType<StudioBuild['state']> = 'building'
  let building: Promise<void> | undefined

  async function run(): Promise<void> {
    const built = await buildSite(command, { cwd: root, env: { DIST_DIR: dist }, signal: stopping.signal })
    state = built ? 'ready' : 'failed'
    if (!built && !stopping.signal.aborted)
      console.error('The Studio could not be built. The site and its forms are served all the same.')
  }
  return {
    state: () => state,
    files,
    build: () => (building ??= run()),
    stop: async () => {
      stopping.abort()
      await building
    },
  }
}
