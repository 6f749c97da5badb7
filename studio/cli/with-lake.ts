import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { messageOf } from '../lake/fault.ts'
import { withLocalLake } from './local-lake.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a command with LAKE_URL set to a content lake, unless content comes from a hosted project. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined) throw new Error('with-lake needs a command to run: with-lake.ts COMMAND ARGS…')
  if (process.env['SANITY_PROJECT_ID']) return run(command, args)
  return withLocalLake(process.env, (url) => run(command, args, url))
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
