import { messageOf } from '../lake/fault.ts'
import { loadSettings, withLocalLake } from './local-lake.ts'
import { runCommand } from './run-command.ts'

/** Runs a command with LAKE_URL set to a content lake, unless content comes from a hosted project. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined) throw new Error('with-lake needs a command to run: with-lake.ts COMMAND ARGS…')
  if (process.env['SANITY_PROJECT_ID']) return runCommand(command, args, process.env)
  return withLocalLake(process.env, (url) => runCommand(command, args, { ...process.env, LAKE_URL: url }))
}

try {
  loadSettings()
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
