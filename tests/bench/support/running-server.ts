import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../../support/lake.ts'

/** The server as `npm start` starts it, with launch content of its own and the checkout's `dist`. */
export interface RunningServer {
  url: string
  /** Resolves once the Studio is built too, which happens while the site is served. */
  studioIsBuilt(): Promise<void>
  /** Its last lines of log. */
  said(): string
  stop(): Promise<void>
}

export async function startServer(): Promise<RunningServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-data-'))
  const child = spawn(process.execPath, ['api/server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  let url: string | undefined
  while (url === undefined) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    await delay(100)
    url = /^Site\s+(http:\S+?)\/?$/mu.exec(said)?.[1]
  }
  const origin = url

  async function studioIsBuilt(): Promise<void> {
    while ((await fetch(`${origin}/studio`)).status !== 200) await delay(500)
  }
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await exit
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: origin, studioIsBuilt, said: () => said.slice(-2_000), stop }
}
