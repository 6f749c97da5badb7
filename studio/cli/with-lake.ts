import { loadSettings, runMain } from '../../api/cli/command.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { runCommand } from './command.ts'
import { withLocalLake } from './local-lake.ts'

/** Runs a command with LAKE_URL set to a content lake, unless content comes from elsewhere. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined)
    throw new OperationalError('with-lake needs a command to run: with-lake.ts COMMAND ARGS…')
  if (process.env['SANITY_PROJECT_ID'] || process.env['LAKE_URL'])
    return runCommand(command, args, process.env)
  return withLocalLake(process.env, (url) => runCommand(command, args, { ...process.env, LAKE_URL: url }))
}

await runMain(async () => {
  loadSettings()
  return main(process.argv.slice(2))
})
