import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../support/lake.ts'

/** The server as `npm start` starts it, with launch content, releases and a Studio of its own. */
export interface RunningServer {
  url: string
  pid: number
  /** The release that it serves. */
  siteFolder: string
  /** Resolves once the Studio is built too, which happens while the site is served. */
  studioIsBuilt(): Promise<void>
  /** Its last lines of log. */
  said(): string
  stop(): Promise<void>
}

/** A folder for a server's data and builds, below the checkout: the bundle that publishes must find its packages. */
export function newServerFolder(): string {
  mkdirSync(path.join(root, 'var'), { recursive: true })
  return mkdtempSync(path.join(root, 'var/bench-'))
}

interface ServerOptions {
  /** Where the server is to answer; at a free port unless said otherwise. */
  port?: number
  /** Is called once there is a process. */
  started?: (pid: number) => void
}

/**
 * Where a folder is given, it stays when the server stops. Its site has one address, whatever the port: a site of
 * another address is built anew.
 * @throws Error with what the server said, where it ends before it is ready
 */
export async function startServer(
  given?: string,
  { port = 0, started = () => undefined }: ServerOptions = {},
): Promise<RunningServer> {
  const folder = given ?? newServerFolder()
  const child = spawn(process.execPath, ['api/server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // What `npm start` sets, but of its own.
      NODE_COMPILE_CACHE: path.join(folder, 'compile-cache'),
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      PORT: String(port),
      HOST: '127.0.0.1',
      ...(given === undefined ? {} : { SITE_URL: 'http://127.0.0.1:3000' }),
      DATA_DIR: path.join(folder, 'data'),
      DIST_DIR: path.join(folder, 'dist'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started(child.pid ?? 0)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  let url: string | undefined
  while (url === undefined) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    await pause(10)
    url = /"msg":"Site {4}(http:\S+)\/"/u.exec(said)?.[1]
  }
  const origin = url

  async function studioIsBuilt(): Promise<void> {
    while ((await fetch(`${origin}/studio`)).status !== 200) await pause(500)
  }
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await exit
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
  const siteFolder = path.join(folder, 'dist/site')
  return { url: origin, pid: child.pid ?? 0, siteFolder, studioIsBuilt, said: () => said.slice(-2_000), stop }
}
