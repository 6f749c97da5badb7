import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

/** A Postgres server of the tests' own. */
export interface Postgres {
  /** Of the database that every server has, as its owner. */
  url: string
  /** Makes an empty database and gives its URL. */
  newDatabase(): Promise<string>
  /** Ends the server as a crash would. */
  crash(): Promise<void>
  /** Starts it again on the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const debianFolder = '/usr/lib/postgresql'
const binaries = existsSync(debianFolder)
  ? readdirSync(debianFolder).map((version) => path.join(debianFolder, version, 'bin'))
  : []

/** Where this machine has Postgres; tests that need it are skipped where it has none. */
export const postgresFolder = binaries.at(-1)

/** What a server leaves out that nobody will crash: it waits for no disk, which makes databases three times as fast. */
const HASTY = ['fsync', 'full_page_writes', 'synchronous_commit'].flatMap((name) => ['-c', `${name}=off`])

/**
 * Starts a server on a folder and a port of its own. Postgres refuses root, so root lends it another user.
 * @param isHasty whether it may lose everything in a crash
 */
export async function startPostgres({ isHasty = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'))
  const data = path.join(folder, 'data')
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  // No test cuts the power: nothing has to be on the disk before a server starts.
  const cluster = ['-D', data, '-U', 'tests', '--auth=trust', '-E', 'UTF8', '--no-sync']
  execFileSync(bin('initdb'), cluster, { ...user, cwd: folder })
  const port = await freePort()
  const own = ['-D', data, '-k', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
  const args = isHasty ? [...own, ...HASTY] : own
  let server = await launch()

  async function launch() {
    const child = spawn(bin('postgres'), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk) => {
        if (String(chunk).includes('ready to accept connections')) resolve()
      })
    })
    return child
  }

  const url = `postgres://tests@127.0.0.1:${port}/postgres`
  let count = 0
  async function newDatabase(): Promise<string> {
    count += 1
    const client = new Client(url)
    await client.connect()
    await client.query(`create database store_${count}`)
    await client.end()
    return `postgres://tests@127.0.0.1:${port}/store_${count}`
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    server.kill(signal)
    await once(server, 'exit')
  }
  async function restart(): Promise<void> {
    server = await launch()
  }
  async function stop(): Promise<void> {
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, newDatabase, crash: () => end('SIGQUIT'), restart, stop }
}

function bin(name: string): string {
  return path.join(postgresFolder ?? '', name)
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres']))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
