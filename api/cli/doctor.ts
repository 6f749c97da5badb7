import { execFile } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { API_VERSION } from '../contract/addresses.ts'
import { DATA_FILES } from '../contract/data-files.ts'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { checkWritable } from '../data-dir.ts'
import { createMailSender, tlsFault } from '../delivery/mail.ts'
import { envSchema, type Env } from '../env-schema.ts'
import { isExposed, parseEnv, unsharedLakeFault } from '../env.ts'
import { openFilesFault, openFilesLimit } from '../http/open-files.ts'
import { isOthers, OTHERS_BUCKET } from '../publishing/targets/bucket-owner.ts'
import { openBucket, S3Fault } from '../publishing/targets/s3.ts'
import { knownSiteId } from '../store/site-id.ts'
import { copyDatabase } from './archive.ts'
import { loadEnvFile, readArguments, runMain } from './command.ts'
import { checkFiles, checkPostgres } from './database-checks.ts'
import { ask, checkConnects, TIMEOUT_MS, unreachable } from './network-checks.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const USAGE = `Usage: npm run doctor

Looks whether everything that the settings name is there and answers, and says what to do where it is not. It changes
nothing and sends nothing. Ends with 1 where something would keep the server from its work.`

/** Content, 50 releases, a build beside the one that is served, and room for a day of posts. */
const DISK_BYTES = 1_000_000_000
const DISK_FILES = 1_000

/** Checks one thing. @returns what is well, in words. @throws with what is not */
interface Check {
  name: string
  /** Undefined if the settings name nothing of the kind. */
  look: (() => string | Promise<string>) | undefined
}

async function main(): Promise<number> {
  readArguments({ usage: USAGE, options: {} })
  loadEnvFile()
  const { env, faults } = parseEnv(process.env)
  let failed = 0
  const checks: Check[] = [
    ...faults.map(({ name, message }) => ({ name, look: () => fail(message) })),
    ...checksFor(env),
  ]
  for (const { name, look } of checks) {
    if (!look) continue
    try {
      console.info(`ok    ${name}: ${await look()}`)
    } catch (error) {
      failed += 1
      console.error(`FAIL  ${name}: ${messageOf(error)}`)
    }
  }
  if (failed > 0) console.error(`\n${failed} of ${checks.filter(({ look }) => look).length} need attention.`)
  return failed > 0 ? 1 : 0
}

function checksFor(env: Env): Check[] {
  const { DATABASE_URL: database, SMTP_URL: smtp, NOTIFY_EMAIL: to, CRM_WEBHOOK_URL: crm } = env
  const { SITE_URL: site, DEPLOY_HOOK_URL: hook } = env
  const hasPages = env.ROLE === 'site'
  const dataDir = path.resolve(env.DATA_DIR)
  return [
    { name: 'Node', look: () => process.versions.node },
    { name: 'open files', look: Number.isFinite(openFilesLimit()) ? checkOpenFiles : undefined },
    { name: 'DATA_DIR', look: () => checkFolder('DATA_DIR', dataDir) },
    {
      name: 'DIST_DIR',
      look: hasPages ? () => checkFolder('DIST_DIR', path.resolve(env.DIST_DIR)) : undefined,
    },
    { name: 'databases', look: existsSync(dataDir) ? () => checkFiles(dataDir) : undefined },
    { name: 'content', look: hasPages ? () => checkContent(env) : undefined },
    {
      name: 'content migrations',
      look: hasPages && canMigrate(env) ? () => checkMigrations(env) : undefined,
    },
    { name: 'DATABASE_URL', look: database === undefined ? undefined : () => checkPostgres(database) },
    {
      name: 'SMTP_URL',
      look:
        smtp === undefined || to === undefined ? undefined : () => checkMail(smtp, env.MAIL_FROM ?? to, to),
    },
    { name: 'CRM_WEBHOOK_URL', look: crm === undefined ? undefined : () => checkConnects(crm) },
    { name: 'S3_BUCKET', look: env.S3_BUCKET === undefined ? undefined : () => checkBucket(env) },
    { name: 'DEPLOY_HOOK_URL', look: hook === undefined ? undefined : () => checkConnects(hook) },
    { name: 'SITE_URL', look: site === undefined ? undefined : () => checkSite(site) },
  ]
}

function fail(message: string): never {
  throw new OperationalError(message)
}

function checkOpenFiles(): string {
  const fault = openFilesFault()
  return fault === undefined ? `${openFilesLimit()} for a process that is started here.` : fail(fault)
}

function checkFolder(setting: 'DATA_DIR' | 'DIST_DIR', folder: string): string {
  if (!existsSync(folder)) return `${folder} will be made by the first start.`
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  // A disk that is out of inodes says that it is full, whatever space it has. Some have no limit, and count none.
  if (files > 0 && ffree < DISK_FILES)
    fail(
      `${folder} has room for ${ffree} more files (df -i): remove some, or publishing stops at some point.`,
    )
  checkWritable(folder, setting)
  const free = bavail * bsize
  return free >= DISK_BYTES
    ? `${folder} can be written to, with ${(free / 1e9).toFixed(1)} GB to spare.`
    : fail(`${folder} has ${(free / 1e6).toFixed(0)} MB left: make room, or publishing stops at some point.`)
}

async function checkContent({ SANITY_PROJECT_ID: project, ...env }: Env): Promise<string> {
  if (project === undefined && env.LAKE_URL !== undefined) {
    const answer = await checkLake(env.LAKE_URL, env.LAKE_TOKEN)
    const apart = isExposed(env) ? unsharedLakeFault(env) : undefined
    return apart === undefined ? answer : fail(apart)
  }
  if (project === undefined) return 'the local content lake, in DATA_DIR.'
  const query = new URLSearchParams({ query: 'count(*[_type == "settings"])' })
  const url = `https://${project}.api.sanity.io/v${API_VERSION}/data/query/${env.SANITY_DATASET}?${query}`
  const token = env.SANITY_API_TOKEN
  const response = await ask(url, token === undefined ? {} : { authorization: `Bearer ${token}` })
  if (!response.ok)
    fail(`the hosted dataset answers ${response.status}: check project, dataset and SANITY_API_TOKEN.`)
  const { result } = (await response.json()) as { result: number }
  if (result === 0)
    fail('the hosted dataset has no settings document: bring content with npm run content -- push.')
  if (env.REBUILD_WEBHOOK_SECRET === undefined)
    fail(
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
    : fail(`the content lake of LAKE_URL answers ${response.status}: check LAKE_URL and LAKE_TOKEN.`)
}

/**
 * Whether migrations can be checked: a local lake that does not exist yet needs none, and a hosted dataset shows drafts
 * only to a token.
 */
function canMigrate({ SANITY_PROJECT_ID: project, SANITY_API_TOKEN: token, ...env }: Env): boolean {
  if (project !== undefined) return token !== undefined && env.SANITY_DATASET !== undefined
  return env.LAKE_URL !== undefined || existsSync(path.join(env.DATA_DIR, DATA_FILES.content))
}

/** How the command's line about a document ends that it leaves as it is. */
const SKIPPED = /Unschedule it to fill it in\.$/u
const COMMAND = path.join(import.meta.dirname, '../../studio/cli/content.ts')

/** Only the Studio knows the content's schema, so its command is run, on a copy if the content is here. */
async function checkMigrations({ DATA_DIR: dataDir, ...env }: Env): Promise<string> {
  const isHere = env.SANITY_PROJECT_ID === undefined && env.LAKE_URL === undefined
  const stdout = await inTemporaryFolder('doctor-', async (copy) => {
    if (isHere) await copyContent(path.resolve(dataDir), copy)
    const asked = promisify(execFile)(process.execPath, [COMMAND, 'migrate', '--dry-run'], {
      env: { ...process.env, ...settingsOfContent(env), ...(isHere && { DATA_DIR: copy }) },
    })
    return (await asked.catch((error: { stderr: string }) => fail(error.stderr.trim()))).stdout
  })
  const lines = stdout.trim().split('\n').slice(0, -1)
  const due = lines.filter((line) => !SKIPPED.test(line))
  if (due.length > 0) return fail(`${due.join('; ')}: npm run content -- migrate writes that.`)
  return lines.length > 0 ? lines.join(' ') : 'no required field with an initial value is empty.'
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
  for (const name of [DATA_FILES.content, DATA_FILES.comments]) {
    const file = path.join(dataDir, name)
    if (!existsSync(file)) continue
    const isOpen = existsSync(`${file}-wal`)
    await (isOpen ? copyDatabase : copyFile)(file, path.join(to, name))
  }
}

async function checkMail(smtpUrl: string, from: string, to: string): Promise<string> {
  const sender = createMailSender({ smtpUrl, from, to, timeoutMs: TIMEOUT_MS })
  try {
    await sender.check()
    return 'the mail server answers and takes the login.'
  } catch (error) {
    const fault = tlsFault(error)
    if (fault !== undefined) return fail(`${fault}.`)
    return fail(`the mail server refuses (${messageOf(error)}): submissions would wait in the store.`)
  } finally {
    sender.close()
  }
}

async function checkBucket(env: Env): Promise<string> {
  const bucket = openBucket({
    endpoint: env.S3_ENDPOINT ?? '',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    timeoutMs: TIMEOUT_MS,
  })
  const objects = await bucket
    .list()
    .catch((error: unknown) =>
      error instanceof S3Fault
        ? fail(
            `the bucket answers ${error.message}: check S3_ENDPOINT, S3_BUCKET and the rights of S3_ACCESS_KEY_ID.`,
          )
        : unreachable(error, 'check S3_ENDPOINT'),
    )
  const answers = `the bucket answers, with ${objects.size} objects.`
  const owner = await knownSiteId(path.resolve(env.DATA_DIR), env.DATABASE_URL).catch(() => null)
  // Without the site's own id, its own bucket would pass for another's.
  if (owner === null) return `${answers} Whose it is shows once the records of this site can be read.`
  if (await isOthers(bucket, owner ?? '')) fail(OTHERS_BUCKET)
  return answers
}

async function checkSite(origin: string): Promise<string> {
  const response = await ask(`${origin}/api/health`, {}, 'start the server and what is in front of it')
  return response.ok
    ? 'the site answers there.'
    : fail(
        `${origin}/api/health answers ${response.status}: start the server, and let what is in front pass on /api/.`,
      )
}

await runMain(main)
