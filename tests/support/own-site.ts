import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root as checkout } from './lake.ts'

/** A server with content, releases and publishes of its own, so that a test may break or hold its site. */
export interface OwnSite {
  url: string
  child: ChildProcess
  output: () => string
  /** Ends the process, by default as a crash does, and returns when it is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** A folder for such a server, below the checkout: its bundle must find its packages. */
export function newSiteRoot(): string {
  mkdirSync(path.join(checkout, 'var'), { recursive: true })
  const root = mkdtempSync(path.join(checkout, 'var/site-'))
  mkdirSync(path.join(root, 'dist'))
  return root
}

export function removeSiteRoot(root: string): void {
  rmSync(root, { recursive: true, force: true })
}

/** Starts the server, which builds its site where `root` has none yet, and waits until pages are served. */
export async function startOwnSite(root: string, env: Record<string, string> = {}): Promise<OwnSite> {
  const file = path.join(checkout, 'tests/faults/support/site-process.ts')
  const data = path.join(root, 'data')
  const child = spawn(process.execPath, [file, root], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      SITE_URL: 'http://localhost',
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
        const found = /^Site {4}(http:\S+)\/$/mu.exec(text)?.[1]
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
