import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { refuseSources, runMain } from '../../api/cli/command.ts'
import { OperationalError } from '../../api/contract/operational-error.ts'
import { acquireLock } from '../lake/lock.ts'
import { runCommand } from './command.ts'

const ROOT = join(import.meta.dirname, '../..')
const APART = 'To build apart from it, add --out FOLDER.'

/** What a build records about itself. Earlier versions of this program left its settings out. */
const record = z.object({
  source: z.string(),
  settings: z.object({ origin: z.string(), recaptchaSiteKey: z.string().optional() }).optional(),
})

/**
 * Runs a build as the owner of its target folder, or beside the server that owns it. That server goes on serving and
 * publishing, so the build must use its content and settings, or visitors would get another site's pages.
 */
async function main([command, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (command === undefined)
    throw new OperationalError('with-dist needs a command to run: with-dist.ts COMMAND ARGS…')
  const dist = resolve(ROOT, outOf(args) || env['DIST_DIR'] || 'dist')
  refuseSources(dist)
  const lock = acquireLock(dist, 'DIST_DIR')
  const refusal = lock.ok ? undefined : refusalBeside(lock.owner.url, dist, env)
  if (!lock.ok && refusal !== undefined) throw new OperationalError([lock.sentence, `${refusal} ${APART}`])
  try {
    return await runCommand(command, args, env)
  } finally {
    if (lock.ok) lock.release()
  }
}

/** The target folder of a build. */
function outOf(args: string[]): string | undefined {
  const { out } = parseArgs({ args, options: { out: { type: 'string' } }, strict: false }).values
  return typeof out === 'string' ? out : undefined
}

/** Why this build may not write where the server at `url` publishes; undefined where it builds the same site. */
function refusalBeside(url: string | undefined, dist: string, env: NodeJS.ProcessEnv): string | undefined {
  const { SANITY_PROJECT_ID: project, SANITY_DATASET: dataset, LAKE_URL: lake } = env
  const served = readRecord(dist)
  const isOwnContent = project
    ? served?.source === `the hosted dataset ${project}/${dataset}`
    : url !== undefined && url === lake
  if (!isOwnContent) return 'Only a build of that server’s own content may go there.'

  if (!served?.settings)
    return 'It is not written down which SITE_URL its pages have: start it again, and it builds them itself.'
  const { origin, recaptchaSiteKey = '' } = served.settings
  const ownOrigin = (env['SITE_URL'] || 'http://127.0.0.1:3000').replace(/\/+$/, '')
  if (ownOrigin !== origin)
    return `Its pages lead to ${origin}, and those of this build would lead to ${ownOrigin}: set SITE_URL to the first.`
  if ((env['RECAPTCHA_SITE_KEY'] ?? '') !== recaptchaSiteKey)
    return 'Its pages have another RECAPTCHA_SITE_KEY than those of this build would have: set the server’s.'
  return undefined
}

function readRecord(dist: string): z.infer<typeof record> | undefined {
  try {
    return record.parse(JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')))
  } catch {
    return undefined
  }
}

await runMain(() => main(process.argv.slice(2), process.env))
