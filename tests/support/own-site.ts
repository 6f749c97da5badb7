import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './lake.ts'

/** A fixed origin: each start has another port, and a changed origin would cause a new build. */
export const OWN_ORIGIN = 'http://localhost'

/** A server with its own content and releases, so that a test may break or hold its site. */
export interface OwnSite {
  url: string
  child: ChildProcess
  output: () => string
  /** Kills the process, by default like a crash, and resolves when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** A folder for such a server, below the checkout: its bundle must find its packages. */
export function newSiteFolder(): string {
  mkdirSync(path.join(root, 'var'), { recursive: true })
  return mkdtempSync(path.join(root, 'var/site-'))
}

export function removeSiteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts the server, which builds its site where the folder has none yet, and waits until pages are served.
 * @param file the program to start, in the checkout
 * @param env settings besides those that keep it apart from others
 */
export async function startOwnSite(
  folder: string,
  file = 'api/server.ts',
  env: Record<string, string> = {},
): Promise<OwnSite> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      SITE_URL: OWN_ORIGIN,
      DATA_DIR: path.join(folder, 'data'),
      DIST_DIR: path.join(folder, 'dist'),
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const exit = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const found = /"msg":"Site {4}(http:\S+)\/"/u.exec(text)?.[1]
        if (found !== undefined) resolve(found)
      })
    void exit.then(() => reject(new Error(`The server did not start:\n${text}`)))
  })
  return {
    url,
    child,
    output: () => text,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await exit
    },
  }
}
