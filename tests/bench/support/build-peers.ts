import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PACKAGES, PEERS, type Peer } from './peer-sites.ts'

/** What a page shows: its title, and copy as nested values. */
export type PeerPages = Record<string, { title: string; copy: unknown }>

const versions = JSON.stringify(PACKAGES)
const home = path.join(
  tmpdir(),
  `bench-peers-${createHash('sha256').update(versions).digest('hex').slice(0, 8)}`,
)

/**
 * Installs the peers into a folder of their own, once for each set of versions. Returns a sentence when the
 * registry does not give them.
 */
export async function installPeers(): Promise<string | undefined> {
  if (!existsSync(path.join(home, 'node_modules'))) {
    await mkdir(home, { recursive: true })
    const manifest = { private: true, type: 'module', dependencies: PACKAGES }
    await writeFile(path.join(home, 'package.json'), JSON.stringify(manifest))
    const { code, said } = await run(
      ['npm', 'install', '--no-audit', '--no-fund', '--legacy-peer-deps'],
      home,
    )
    if (code !== 0) {
      await rm(home, { recursive: true, force: true })
      const reason = said.split('\n').find((line) => line.startsWith('npm error')) ?? said.trim()
      return `The peers are left out, as npm could not install them: ${reason}`
    }
  }
  for (const peer of PEERS)
    for (const [name, text] of Object.entries(peer.files)) await put(path.join(folderOf(peer), name), text)
  return undefined
}

/** Builds a peer's site, warm: its caches are those of the build before. Returns the time in ms. */
export async function buildPeer(peer: Peer, pages: PeerPages, expected: string): Promise<number> {
  const folder = folderOf(peer)
  await put(path.join(folder, 'content.json'), JSON.stringify(pages))
  const [file, ...args] = peer.command
  const started = performance.now()
  const { code, said } = await run([path.join(home, 'node_modules/.bin', file), ...args], folder)
  const took = performance.now() - started
  const html = await readFile(path.join(folder, peer.page), 'utf8').catch(() => '')
  if (code !== 0 || !html.includes(expected)) throw new Error(`${peer.name} did not build its site:\n${said}`)
  return took
}

/** Runs a command on this process's own Node, silently, and gives what it said on standard error. */
export function run(
  [command, ...args]: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(command ?? '', args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      ...env,
    },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, said: error.message }))
    child.on('close', (code) => resolve({ code, said }))
  })
}

function folderOf(peer: Peer): string {
  return path.join(home, `site-${peer.name.toLowerCase()}`)
}

/** Writes a file whole or not at all, and not when it is the same: a build's cache goes by its date. */
async function put(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
