import { z } from 'zod'
import { PUBLISH_APPROVALS } from './contract/publishing.ts'

/** What a settings record holds once every fault is out of it. Paths are as given; URLs carry no trailing slash. */
export type Env = z.infer<typeof envSchema>

const TLS_MODES = ['verify-full', 'no-verify', 'disable', 'require', 'prefer', 'verify-ca']
/**
 * The driver verifies certificates in these modes as well, with a warning that its next version will not: many
 * addresses that are copied from a host have one.
 */
const VERIFYING = /([?&]sslmode=)(?:require|prefer|verify-ca)(?=&|$)/u

/** Each setting: what it takes, the sentence where it is something else, and what guides say of it. */
export const envSchema = z.object({
  ROLE: z
    .enum(['site', 'forms'], 'must be "site" or "forms".')
    .default('site')
    .describe('forms: a node that takes and delivers posts, and has no site, Studio or content'),
  PORT: digits('a port', 0, 65_535).default(3000).describe('port to listen on; 0 takes a free one'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on; 0.0.0.0 for all'),
  DATA_DIR: z
    .string()
    .default('var')
    .describe('folder that holds content, submissions and secrets of this server'),
  DIST_DIR: z
    .string()
    .default('dist')
    .describe('folder that pages are built and published into; one for each DATA_DIR'),
  SITE_URL: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://example.com, without a path.')
    .transform((value) => new URL(value).origin)
    .optional()
    .describe('public origin, e.g. https://example.com; default: where the server listens'),
  TRUST_PROXY: z
    .union([z.literal('off').transform(() => 0), digits('the number of proxies in front, or "off"', 0, 10)], {
      error: 'must be the number of proxies in front of this server (1 to 10), or "off".',
    })
    .default(0)
    .describe('number of proxies in front whose X-Forwarded-For is believed, or off'),
  RATE_LIMIT: z
    .union([z.literal('off'), digits('the number of posts a minute and address, or "off"', 1, 1_000_000)], {
      error: 'must be a whole number of posts a minute and address, or "off".',
    })
    .default(30)
    .describe('posts a minute and address; off where a limiter stands in front'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
    .refine(
      namesOneHost,
      'must name one host, which leads to whichever server is the primary: a proxy or an address that moves.',
    )
    .refine(hasTlsMode, `must have no sslmode, or one of these: ${TLS_MODES.join(', ')}.`)
    .transform((value) =>
      value.includes('uselibpqcompat=true') ? value : value.replace(VERIFYING, '$1verify-full'),
    )
    .optional()
    .describe('postgres://user:password@host:5432/database; default: a SQLite file in DATA_DIR'),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@host:465')
    .optional()
    .describe(
      'smtps://user:password@host:465, mails submissions, sign-in links and mentions; a password needs TLS (smtps:// or STARTTLS); needs NOTIFY_EMAIL',
    ),
  NOTIFY_EMAIL: z
    .email('must be one email address.')
    .optional()
    .describe('address that submissions are mailed to'),
  MAIL_FROM: z
    .email('must be one email address.')
    .optional()
    .describe('sender address of those mails; default: NOTIFY_EMAIL'),
  PUBLISH_APPROVAL: z
    .enum(PUBLISH_APPROVALS, 'must be "off", "ask" or "required".')
    .default('off')
    .describe(
      'ask: the Studio asks before an unapproved draft is published; required: people publish approved ones only (hosted content: the Studio alone sees to it)',
    ),
  WEEKLY_MAIL: z
    .enum(['on', 'off'], 'must be "on" or "off".')
    .default('off')
    .describe('on: mails NOTIFY_EMAIL each Monday what came in, by day, page and source; needs SMTP_URL'),
  CRM_WEBHOOK_URL: url(['https:', 'http:'], 'https://crm.example.com/hook')
    .optional()
    .describe(
      'https://crm.example.com/hook, gets every submission but suspected spam; needs CRM_WEBHOOK_SECRET',
    ),
  CRM_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/u, 'must be "whsec_" followed by at least 24 bytes in base64.')
    .optional()
    .describe('whsec_… in base64, signs those requests (Standard Webhooks)'),
  RECAPTCHA_SITE_KEY: z
    .string()
    .optional()
    .describe('Google reCAPTCHA v3, in place of the built-in proof of work'),
  RECAPTCHA_SECRET_KEY: z.string().optional().describe('its secret'),
  RECAPTCHA_MIN_SCORE: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/u, 'must be a score from 0 to 1, such as 0.5.')
    .transform(Number)
    .default(0.5)
    .describe('posts below this score are refused'),
  METRICS_TOKEN: secret()
    .optional()
    .describe('bearer token for /api/metrics; default: programs of this machine, while no stranger can come'),
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info'], 'must be "error", "warn" or "info".')
    .default('info')
    .describe('least severe level that is logged: error, warn or info'),
  LOG_FORMAT: z
    .enum(['json', 'text'], 'must be "json" or "text".')
    .optional()
    .describe('json or text; default: text in a terminal, json elsewhere'),
  LOG_REQUESTS: z
    .enum(['on', 'off'], 'must be "on" or "off".')
    .default('off')
    .describe('on: logs each request; off: posts of forms alone'),
  LAKE_TOKEN: secret()
    .optional()
    .describe(
      'secret that editors sign in with; needed when HOST, SITE_URL or TRUST_PROXY lets strangers come',
    ),
  LAKE_URL: url(['http:', 'https:'], 'http://10.0.0.5:3000')
    .transform((value) => value.replace(/\/+$/u, ''))
    .optional()
    .describe(
      'http://10.0.0.5:3000, the server whose content lake this node reads in place of one of its own',
    ),
  LAKE_PUBLIC_READS: z
    .enum(['on', 'off'], 'must be "on" or "off".')
    .default('off')
    .describe('on: strangers may query published content, which LAKE_TOKEN closes otherwise'),
  REBUILD_WEBHOOK_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters.')
    .optional()
    .describe('secret of the hosted dataset’s webhook to /api/rebuild; the local lake needs none'),
  HISTORY_DAYS: digits('a number of days', 1, 3650)
    .default(90)
    .describe('days that the local content keeps its history, 1 to 3650'),
  SANITY_PROJECT_ID: z
    .string()
    .optional()
    .describe('read content from Sanity’s hosted lake in place of the local one'),
  SANITY_DATASET: z.string().optional().describe('its dataset, e.g. production'),
  SANITY_API_TOKEN: key()
    .optional()
    .describe('a token with the role Viewer: drafts, previews and private datasets need it'),
  STUDIO_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an origin such as https://example.sanity.studio, without a path.')
    .transform((value) => new URL(value).origin)
    .optional()
    .describe('origin of a Studio on another host, which may show previews in its frame'),
  DEPLOY_HOOK_URL: url(['https:', 'http:'], 'https://host.example.com/hooks/…')
    .optional()
    .describe('called once for each publish, where another host builds the site; needs SITE_URL'),
  S3_ENDPOINT: url(['https:', 'http:'], 'https://s3.eu-central-1.amazonaws.com')
    .optional()
    .describe('https://s3.eu-central-1.amazonaws.com, gets each release; needs the next four'),
  S3_BUCKET: z.string().optional().describe('the bucket, written to by path-style addresses'),
  S3_REGION: z.string().default('us-east-1').describe('its region; auto for some servers'),
  S3_ACCESS_KEY_ID: key().optional().describe('a key that may list, read, write and delete there'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('its secret'),
  PURGE_URL: url(['https:', 'http:'], 'https://cdn.example.com/purge')
    .optional()
    .describe('gets {release, paths} as JSON after each release in the bucket'),
})

/** A setting as guides name it. */
export interface Setting {
  name: string
  /** As `.env` spells it; none if nothing is set. */
  value: string
  /** What it does and takes, without a full stop. */
  description: string
}

/** All settings, in the order of this file. */
export function listSettings(): Setting[] {
  const defaults: Readonly<Record<string, string | number | undefined>> = {
    ...envSchema.parse({}),
    TRUST_PROXY: 'off',
  }
  return Object.entries(envSchema.shape).map(([name, { description = '' }]) => ({
    name,
    value: String(defaults[name] ?? ''),
    description,
  }))
}

function digits(what: string, min: number, max: number) {
  const message = `must be ${what}: a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,7}$/u, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** What callers prove themselves with, in a header: those take plain ASCII alone. */
function secret() {
  return z
    .string()
    .regex(
      /^[\x20-\x7E]{16,512}$/u,
      'must have at least 16 characters (512 at most), all of them plain ASCII.',
    )
}

/** What another server gave out, and is sent in a header. */
function key() {
  return z.string().regex(/^[\x21-\x7E]+$/u, 'must be plain ASCII without spaces.')
}

function url(protocols: readonly string[], example: string) {
  return z
    .string()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), `must look like ${example}.`)
}

/** Whether an address has no list of hosts, which libpq takes and the driver here takes for one name. */
function namesOneHost(value: string): boolean {
  const [, , authority = ''] = value.split(/[/?#]/u)
  const named = URL.parse(value)?.searchParams.get('host') ?? ''
  return ![authority.slice(authority.lastIndexOf('@') + 1), named].some((host) => host.includes(','))
}

function hasTlsMode(value: string): boolean {
  const mode = URL.parse(value)?.searchParams.get('sslmode') ?? undefined
  return mode === undefined || TLS_MODES.includes(mode)
}

function isOrigin(value: string): boolean {
  const parsed = URL.parse(value)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '') return false
  return parsed.pathname === '/' && parsed.search === '' && parsed.hash === ''
}
