import { join, relative, resolve, sep } from 'node:path'
import { envSchema, type Env } from './env-schema.ts'
import { isOwnHost } from './http/client-address.ts'

/** One thing wrong with the settings. */
export interface EnvFault {
  name: keyof Env
  /** Names the variable and says what to do. */
  message: string
}

/** `DIST_DIR` and `DATA_DIR` are below it, where they are no absolute paths. */
const ROOT = join(import.meta.dirname, '..')

/** Settings that make sense only together: the first needs the second. */
const PAIRS: readonly [keyof Env, keyof Env, string][] = [
  ['SMTP_URL', 'NOTIFY_EMAIL', 'the address that submissions are mailed to'],
  ['NOTIFY_EMAIL', 'SMTP_URL', 'the mail server that takes them'],
  ['MAIL_FROM', 'SMTP_URL', 'the mail server that takes those mails, or take MAIL_FROM away'],
  ['CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET', 'the secret its requests are signed with'],
  [
    'CRM_WEBHOOK_SECRET',
    'CRM_WEBHOOK_URL',
    'the address that gets what it signs, or take CRM_WEBHOOK_SECRET away',
  ],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY', 'the key that tokens are verified with'],
  ['RECAPTCHA_SECRET_KEY', 'RECAPTCHA_SITE_KEY', 'the key that the pages load'],
  ['SANITY_PROJECT_ID', 'SANITY_DATASET', 'the dataset to read'],
  ['SANITY_DATASET', 'SANITY_PROJECT_ID', 'the project that has it, or take SANITY_DATASET away'],
  ['SANITY_API_TOKEN', 'SANITY_PROJECT_ID', 'the project that it is for, or take SANITY_API_TOKEN away'],
  ['DEPLOY_HOOK_URL', 'SITE_URL', 'the address that the host serves the site at'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'the bucket that takes the site'],
  ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'the key that may write to the bucket'],
  ['S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', 'the secret of that key'],
  ['S3_ENDPOINT', 'SITE_URL', 'the address that the bucket is read at'],
  ['S3_BUCKET', 'S3_ENDPOINT', 'the server that holds the bucket'],
  ['S3_ACCESS_KEY_ID', 'S3_ENDPOINT', 'the server that the key is for'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'the server that the key is for'],
  ['PURGE_URL', 'S3_ENDPOINT', 'the server of the bucket behind that cache'],
]

/**
 * Reads the settings, never throws and never echoes a value, as some are secrets. An empty variable counts as unset.
 * `env` is usable even when there are faults: a faulty variable has its default there, so that a caller can look for
 * more faults before it stops.
 * @param isServer false for commands, which leave out the faults that concern a server alone
 */
export function parseEnv(
  record: Readonly<Record<string, string | undefined>>,
  { isServer = true } = {},
): { env: Env; faults: EnvFault[] } {
  const given = Object.fromEntries(
    Object.entries(record)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([name, value]) => value && name in envSchema.shape),
  )
  const parsed = envSchema.safeParse(given)
  const faults = (parsed.error?.issues ?? []).map(({ path, message }): EnvFault => {
    const name = path[0] as keyof Env
    return { name, message: `${name} ${message}` }
  })
  for (const [name, needed, what] of PAIRS)
    if (given[name] !== undefined && given[needed] === undefined)
      faults.push({ name: needed, message: `${name} is set without ${needed}: set ${needed} to ${what}.` })

  if (given['WEEKLY_MAIL'] === 'on' && given['SMTP_URL'] === undefined)
    faults.push({
      name: 'SMTP_URL',
      message: 'WEEKLY_MAIL is on without SMTP_URL: set SMTP_URL to the mail server that takes it.',
    })

  if (isServer && given['SANITY_PROJECT_ID'] !== undefined && given['LAKE_URL'] !== undefined)
    faults.push({
      name: 'LAKE_URL',
      message:
        'SANITY_PROJECT_ID and LAKE_URL are both set, and each names other content: take away the one whose content this server is not to read.',
    })

  if (isServer && given['ROLE'] !== 'forms' && isDataInDist(given))
    faults.push({
      name: 'DATA_DIR',
      message:
        'DATA_DIR is DIST_DIR or a folder in it, where builds and publishes replace what is there: set DATA_DIR to a folder elsewhere, such as var.',
    })

  if (isServer && given['ROLE'] !== 'forms' && holdsSources(resolve(ROOT, given['DIST_DIR'] ?? 'dist')))
    faults.push({
      name: 'DIST_DIR',
      message: `DIST_DIR is ${SOURCES_THERE}: set DIST_DIR to another, such as dist.`,
    })

  const opening = isServer ? exposingSetting(given) : undefined
  const hasContent = given['ROLE'] !== 'forms' && !given['SANITY_PROJECT_ID']
  if (opening !== undefined && !given['LAKE_TOKEN'] && hasContent)
    faults.push({
      name: 'LAKE_TOKEN',
      message: `${opening} lets strangers reach this server, and with it the content and its drafts: set LAKE_TOKEN to a secret that editors sign in with, for example what this prints: node -p "crypto.randomBytes(32).toString('hex')".`,
    })

  const faulty = new Set<string>(faults.map(({ name }) => name))
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)))
  return { env: parsed.data ?? envSchema.parse(valid), faults }
}

/** Folders of the checkout that nothing may be built into. */
const SOURCES = ['api', 'node_modules', 'studio', 'tests', 'web']

/** What is wrong with a folder for builds that holds sources, as part of a sentence. */
export const SOURCES_THERE =
  'the checkout or one of its own folders, whose sources builds replace where they have the same name'

/** Whether a folder is the checkout, or in it and not apart from its sources. `web/site` is one of a build, too. */
export function holdsSources(folder: string): boolean {
  const [top = ''] = relative(ROOT, folder).split(sep)
  return top === '' || SOURCES.includes(top)
}

/** Whether DATA_DIR is in DIST_DIR, where builds replace what they find. The opposite does no harm. */
function isDataInDist(given: Readonly<Record<string, string | undefined>>): boolean {
  const dist = resolve(ROOT, given['DIST_DIR'] ?? 'dist')
  const data = resolve(ROOT, given['DATA_DIR'] ?? 'var')
  return `${data}${sep}`.startsWith(`${dist}${sep}`)
}

/**
 * What to mend if a server reads another one's content without sharing its database; undefined for every other server.
 * Whoever looks at that content on a machine of their own need not mend it.
 */
export function unsharedLakeFault({
  LAKE_URL: lake,
  DATABASE_URL: database,
}: Pick<Env, 'LAKE_URL' | 'DATABASE_URL'>): string | undefined {
  if (lake === undefined || database !== undefined) return undefined
  return 'LAKE_URL is set without DATABASE_URL: this server hears of no publish, so that one is live here within five minutes and not at once, and it has submissions, people and share links of its own. Set DATABASE_URL to that of the server that LAKE_URL names.'
}

/** What fails if visitors reach the forms by plain HTTP; undefined unless `SITE_URL` says that they do. */
export function plainHttpFault({
  SITE_URL: site,
  RECAPTCHA_SECRET_KEY: key,
}: Pick<Env, 'SITE_URL' | 'RECAPTCHA_SECRET_KEY'>): string | undefined {
  if (key !== undefined || !site?.startsWith('http:') || exposingSetting({ SITE_URL: site }) === undefined)
    return undefined
  return 'SITE_URL is plain HTTP, where browsers have no cryptography: the bot check fails, and no message can be sent with the contact form. Serve the site by HTTPS, and set SITE_URL to its address there.'
}

/** Whether the settings say that others than this machine's own programs may come. */
export function isExposed({
  HOST,
  SITE_URL,
  TRUST_PROXY,
}: Pick<Env, 'HOST' | 'SITE_URL' | 'TRUST_PROXY'>): boolean {
  return exposingSetting({ HOST, SITE_URL, TRUST_PROXY: String(TRUST_PROXY) }) !== undefined
}

/** The setting that says so, if one does. A value that can't be read counts as one that does. */
function exposingSetting(given: Readonly<Record<string, string | undefined>>): string | undefined {
  const { HOST: host = '127.0.0.1', SITE_URL: site, TRUST_PROXY: proxies = 'off' } = given
  if (!isOwnHost(host)) return 'HOST'
  const name = site === undefined ? 'localhost' : (URL.parse(site)?.hostname ?? '')
  if (!isOwnHost(name) && !name.endsWith('.localhost')) return 'SITE_URL'
  return /^(?:off|0+)$/u.test(proxies) ? undefined : 'TRUST_PROXY'
}
