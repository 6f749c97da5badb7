import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { acquireLock } from '../lake/lock.ts'
import { runMain } from '../../api/cli/command.ts'
import { runCommand } from './command.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs a build as the owner of DIST_DIR, or beside the server that is: that one goes on serving and publishing, so
 * the build must be of its own content, or visitors would get another site's pages.
 */
async function main([command, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (command === undefined)
    throw new OperationalError('with-dist needs a command to run: with-dist.ts COMMAND ARGS…')
  const dist = resolve(ROOT, env['DIST_DIR'] || 'dist')
  const lock = acquireLock(dist, 'DIST_DIR')
  if (!lock.ok && !isOwnContent(lock.owner.url, dist, env))
    throw new OperationalError([lock.sentence, 'Only a build of that server’s own content may go there.'])
  try {
    return await runCommand(command, args, env)
  } finally {
    if (lock.ok) lock.release()
  }
}

/** Whether this build reads what the server at `url` publishes. */
function isOwnContent(url: string | undefined, dist: string, env: NodeJS.ProcessEnv): boolean {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  if (project === undefined || project === '') return url !== undefined && url === lake
  try {
    const { source } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { source?: unknown }
    return source === `the hosted dataset ${project}/${dataset}`
  } catch {
    return false
  }
}

await runMain(() => main(process.argv.slice(2), process.env))
