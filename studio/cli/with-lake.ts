import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../lake/fault.ts'
import { openLake } from '../lake/lake.ts'
import { acquireLock, type Lock } from '../lake/lock.ts'
import { serveLake } from '../lake/serve.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const ANNOUNCE_MS = 30_000
const POLL_MS = 100

/** Runs a command with LAKE_URL set to a content lake: the one that is running, or one started for it. */
async function main(argv: string[]): Promise<number> {
  const [command, ...args] = argv
  if (command === undefined) throw new Error('with-lake needs a command to run: with-lake.ts COMMAND ARGS…')
  if (process.env['SANITY_PROJECT_ID']) return run(command, args)

  const dataDir = resolve(process.env['DATA_DIR'] ?? 'var')
  const lock = await claim(dataDir)
  if (!lock.ok) return run(command, args, lock.owner.url)

  const lake = await openLake({ dataDir, seedDir: join(import.meta.dirname, '../seed') })
  const { url, close } = await serveLake(lake)
  lock.announce(url)
  try {
    return await run(command, args, url)
  } finally {
    await close()
    await lake.close()
    lock.release()
  }
}

// An owner that has not announced itself is still starting: wait for it, or take over if it gives up.
async function claim(dataDir: string): Promise<Lock> {
  const deadline = Date.now() + ANNOUNCE_MS
  for (;;) {
    const lock = acquireLock(dataDir)
    if (lock.ok || lock.owner.url !== undefined) return lock
    if (Date.now() > deadline) throw new Error(lock.sentence)
    await wait(POLL_MS)
  }
}

async function run(command: string, args: string[], lakeUrl?: string): Promise<number> {
  const env = lakeUrl === undefined ? process.env : { ...process.env, LAKE_URL: lakeUrl }
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  const [code, signal]: [number | null, NodeJS.Signals | null] = await exitOf(child)
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal])
}

async function exitOf(child: ReturnType<typeof spawn>): Promise<[number | null, NodeJS.Signals | null]> {
  const [code, signal] = await once(child, 'exit')
  return [code, signal]
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
