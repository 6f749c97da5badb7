import path from 'node:path'
import { messageOf, OperationalError } from '../contract/operational-error.ts'
import { createMailSender, tlsFault } from '../delivery/mail.ts'
import type { Env } from '../env-schema.ts'
import { parseEnv } from '../env.ts'
import { openFilesFault, openFilesLimit } from '../http/open-files.ts'
import { isOthers, OTHERS_BUCKET } from '../publishing/targets/bucket-owner.ts'
import { openBucket, S3Fault } from '../publishing/targets/s3.ts'
import { knownSiteId } from '../store/site-id.ts'
import { loadEnvFile, readArguments, runMain } from './command.ts'
import { canReadDocuments, checkContent, checkDocuments, checkMigrations } from './content-checks.ts'
import { checkFiles, checkPostgres } from './database-checks.ts'
import { canList, checkDist, checkFolder } from './folder-checks.ts'
import { ask, checkConnects, TIMEOUT_MS, unreachable } from './network-checks.ts'

const USAGE = `Usage: npm run doctor

Looks whether everything that the settings name is there and answers, and says what to do where it is not. It changes
nothing and sends nothing. Ends with 1 where something would keep the server from its work.`

/** Checks one thing. @returns what is well, in words. @throws with what is not */
interface Check {
  name: string
  /** Undefined if the settings name nothing of the kind. */
  look: (() => string | Promise<string>) | undefined
}

async function main(): Promise<number> {
  readArguments({ usage: USAGE, options: {} })
  const misspelt = loadEnvFile()
  const { env, faults } = parseEnv(process.env)
  let failed = 0
  const checks: Check[] = [
    ...misspelt.map((message) => ({ name: '.env', look: () => fail(message) })),
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
  const { SITE_URL: site, DEPLOY_HOOK_URL: hook, PURGE_URL: purge } = env
  const hasPages = env.ROLE === 'site'
  const dataDir = path.resolve(env.DATA_DIR)
  return [
    { name: 'Node', look: () => process.versions.node },
    { name: 'open files', look: Number.isFinite(openFilesLimit()) ? checkOpenFiles : undefined },
    { name: 'DATA_DIR', look: () => checkFolder('DATA_DIR', dataDir) },
    {
      name: 'DIST_DIR',
      look: hasPages ? () => checkDist(path.resolve(env.DIST_DIR)) : undefined,
    },
    { name: 'databases', look: canList(dataDir) ? () => checkFiles(dataDir) : undefined },
    { name: 'content', look: hasPages ? () => checkContent(env) : undefined },
    {
      name: 'content migrations',
      look: hasPages && canReadDocuments(env) ? () => checkMigrations(env) : undefined,
    },
    { name: 'documents', look: hasPages && canReadDocuments(env) ? () => checkDocuments(env) : undefined },
    { name: 'DATABASE_URL', look: database === undefined ? undefined : () => checkPostgres(database) },
    {
      name: 'SMTP_URL',
      look:
        smtp === undefined || to === undefined ? undefined : () => checkMail(smtp, env.MAIL_FROM ?? to, to),
    },
    { name: 'CRM_WEBHOOK_URL', look: crm === undefined ? undefined : () => checkConnects(crm) },
    { name: 'S3_BUCKET', look: env.S3_BUCKET === undefined ? undefined : () => checkBucket(env) },
    { name: 'PURGE_URL', look: purge === undefined ? undefined : () => checkConnects(purge) },
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

async function checkMail(smtpUrl: string, from: string, to: string): Promise<string> {
  const sender = createMailSender({ smtpUrl, from, to, timeoutMs: TIMEOUT_MS })
  try {
    await sender.check()
    return `the mail server answers and takes the login: whether it takes mail from ${from} to ${to}, only one tells.`
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
