import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { API_VERSION } from '../contract/addresses.ts'
import { DATA_FILES } from '../contract/data-files.ts'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { envSchema, type Env } from '../env-schema.ts'
import { isExposed, unsharedLakeFault } from '../env.ts'
import { copyDatabase } from './archive.ts'
import { lacks } from './folder-checks.ts'
import { ask } from './network-checks.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** Whether the content that the settings name can be read. @throws OperationalError with what is not well */
export async function checkContent({ SANITY_PROJECT_ID: project, ...env }: Env): Promise<string> {
  if (project === undefined && env.LAKE_URL !== undefined) {
    const answer = await checkLake(env.LAKE_URL, env.LAKE_TOKEN)
    const apart = isExposed(env) ? unsharedLakeFault(env) : undefined
    return apart === undefined ? answer : refuse(apart)
  }
  if (project === undefined) return 'the local content lake, in DATA_DIR.'
  const query = new URLSearchParams({ query: 'count(*[_type == "settings"])' })
  const url = `https://${project}.api.sanity.io/v${API_VERSION}/data/query/${env.SANITY_DATASET}?${query}`
  const token = env.SANITY_API_TOKEN
  const response = await ask(url, token === undefined ? {} : { authorization: `Bearer ${token}` })
  if (!response.ok)
    refuse(`the hosted dataset answers ${response.status}: check project, dataset and SANITY_API_TOKEN.`)
  const { result } = (await response.json()) as { result: number }
  if (result === 0)
    refuse('the hosted dataset has no settings document: bring content with npm run content -- push.')
  if (env.REBUILD_WEBHOOK_SECRET === undefined)
    refuse(
      'without REBUILD_WEBHOOK_SECRET a publish in the hosted dataset takes up to five minutes to be live.',
    )
  return `the hosted dataset ${project}/${env.SANITY_DATASET} answers.`
}

async function checkLake(url: string, token: string | undefined): Promise<string> {
  const query = new URLSearchParams({ query: 'count(*[_type == "settings"])' })
  const asked = `${url}/v${API_VERSION}/data/query/production?${query}`
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await ask(asked, headers, 'start the server that has the content')
  return response.ok
    ? 'the content lake of LAKE_URL answers.'
    : refuse(`the content lake of LAKE_URL answers ${response.status}: check LAKE_URL and LAKE_TOKEN.`)
}

/**
 * Whether documents can be checked: a local lake that does not exist yet has none, whether its files can be read is said
 * of them, and a hosted dataset shows drafts only to a token.
 */
export function canReadDocuments({
  SANITY_PROJECT_ID: project,
  SANITY_API_TOKEN: token,
  ...env
}: Env): boolean {
  if (project !== undefined) return token !== undefined && env.SANITY_DATASET !== undefined
  if (env.LAKE_URL !== undefined) return true
  const [content, comments] = COPIED.map((name) => lacks(path.join(env.DATA_DIR, name), constants.R_OK))
  return content === undefined && (comments === undefined || comments === 'ENOENT')
}

/** How the command's line about a document ends that it leaves as it is. */
const SKIPPED = /Unschedule it to fill it in\.$/u
const COMMANDS = path.join(import.meta.dirname, '../../studio/cli')
/** What of a local lake is looked at as a copy. */
const COPIED = [DATA_FILES.content, DATA_FILES.comments]
const SITES_CHECK = path.join(import.meta.dirname, '../../web/publisher/check-content.ts')

/**
 * Whether required fields are empty that a migration would fill. Only the Studio knows how, so its command is run.
 * @throws OperationalError with what is due
 */
export async function checkMigrations(env: Env): Promise<string> {
  const stdout = await runOnContent(env, [path.join(COMMANDS, 'content.ts'), 'migrate', '--dry-run'])
  const lines = stdout.trim().split('\n').slice(0, -1)
  const due = lines.filter((line) => !SKIPPED.test(line))
  if (due.length > 0) return refuse(`${due.join('; ')}: npm run content -- migrate writes that.`)
  return lines.length > 0 ? lines.join(' ') : 'no required field with an initial value is empty.'
}

/**
 * Whether the site can be made of each published document, as this version of the program knows its fields.
 * @throws OperationalError with what it can't be made of
 */
export async function checkDocuments(env: Env): Promise<string> {
  const check = [path.join(COMMANDS, 'with-lake.ts'), process.execPath, SITES_CHECK]
  await runOnContent(env, check).catch((error: unknown) =>
    refuse(
      `${messageOf(error).replaceAll('\n', ' ')} Until that is mended in the Studio, the site keeps the document as it last went live; without such a one, no site can be made.`,
    ),
  )
  return 'the site can be made of all that is published.'
}

/** What a program says of the content, of a copy if that is here. @throws OperationalError with what it complains of */
async function runOnContent({ DATA_DIR: dataDir, ...env }: Env, args: readonly string[]): Promise<string> {
  const isHere = env.SANITY_PROJECT_ID === undefined && env.LAKE_URL === undefined
  return inTemporaryFolder('doctor-', async (copy) => {
    if (isHere) await copyContent(path.resolve(dataDir), copy)
    const asked = promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ...settingsOfContent(env), ...(isHere && { DATA_DIR: copy }) },
    })
    return (await asked.catch((error: { stderr: string }) => refuse(error.stderr.trim()))).stdout
  })
}

/** The settings that say where the content is. All others are unset, as the command would report their faults again. */
function settingsOfContent({
  LAKE_URL,
  LAKE_TOKEN,
  SANITY_PROJECT_ID,
  SANITY_DATASET,
  SANITY_API_TOKEN,
}: Omit<Env, 'DATA_DIR'>): Record<string, string | undefined> {
  const unset = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, '']))
  const where = SANITY_PROJECT_ID
    ? { SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_TOKEN }
    : { LAKE_URL, LAKE_TOKEN }
  // An empty variable counts as unset, and `.env` does not fill it in.
  return { ...unset, ...where }
}

/** SQLite leaves files beside a database that it reads. If no server has it open, the bytes are copied instead. */
async function copyContent(dataDir: string, to: string): Promise<void> {
  for (const name of COPIED) {
    const file = path.join(dataDir, name)
    if (!existsSync(file)) continue
    const isOpen = existsSync(`${file}-wal`)
    await (isOpen ? copyDatabase : copyFile)(file, path.join(to, name))
  }
}

function refuse(message: string): never {
  throw new OperationalError(message)
}
