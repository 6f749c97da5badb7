import { readFileSync } from 'node:fs'
import { parseEnv as nodeParseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { isExposed, parseEnv, unsharedLakeFault, plainHttpFault } from '../../api/env.ts'

test('an empty record gives the documented defaults', () => {
  const { env, faults } = parseEnv({})
  expect(faults).toEqual([])
  expect(env).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: 'var',
    TRUST_PROXY: 0,
    RATE_LIMIT: 30,
    RECAPTCHA_MIN_SCORE: 0.5,
  })
})

test('all faults are reported together, each naming its variable', () => {
  const { env, faults } = parseEnv({
    PORT: '70000',
    SITE_URL: 'https://example.com/path',
    RATE_LIMIT: 'many',
    TRUST_PROXY: 'true',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'mail.example.com',
    CRM_WEBHOOK_SECRET: 'short',
    RECAPTCHA_SITE_KEY: 'key',
    HOST: '0.0.0.0',
    LAKE_TOKEN: 'a secret for editors',
    HISTORY_DAYS: 'for ever',
    LAKE_PUBLIC_READS: 'yes',
  })
  expect(faults.map(({ name }) => name).toSorted()).toEqual([
    'CRM_WEBHOOK_SECRET',
    'CRM_WEBHOOK_URL',
    'DATABASE_URL',
    'HISTORY_DAYS',
    'LAKE_PUBLIC_READS',
    'NOTIFY_EMAIL',
    'PORT',
    'RATE_LIMIT',
    'RECAPTCHA_SECRET_KEY',
    'SITE_URL',
    'SMTP_URL',
    'TRUST_PROXY',
  ])
  for (const { name, message } of faults) expect(message).toMatch(new RegExp(`\\b${name}\\b.*\\.$`, 'u'))
  expect(env.HOST).toBe('0.0.0.0')
  expect(env.PORT).toBe(3000)
})

test('a fault never repeats the value, which may be a secret', () => {
  const { faults } = parseEnv({ SMTP_URL: 'hunter2', CRM_WEBHOOK_SECRET: 'hunter2', PORT: 'hunter2' })
  expect(faults).toHaveLength(5)
  expect(JSON.stringify(faults)).not.toContain('hunter2')
})

test.each(['0', '2000000', 'many'])(
  'a RATE_LIMIT of %s is refused with what takes the limit away',
  (limit) => {
    const [fault] = parseEnv({ RATE_LIMIT: limit }).faults
    expect(fault?.message).toMatch(/^RATE_LIMIT must be .*posts a minute and address, or "off"/u)
  },
)

test('empty variables count as unset, and the origin is normalised', () => {
  const { env, faults } = parseEnv({ PORT: '', SMTP_URL: ' ', SITE_URL: 'http://LocalHost:80/' })
  expect(faults).toEqual([])
  expect(env.PORT).toBe(3000)
  expect(env.SITE_URL).toBe('http://localhost')
})

test('.env.example names every setting, with values that parse', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const record = nodeParseEnv(example)
  expect(parseEnv(record).faults).toEqual([])
  const given = Object.fromEntries(Object.keys(record).map((name) => [name, 'no: such value']))
  const known = parseEnv(given).faults.map(({ name }) => name)
  expect(known).toContain('PORT')
  for (const line of example.split('\n').slice(1).filter(Boolean))
    expect(line).toMatch(/^[A-Z0-9_]+=\S* +# \S/u)
})

test.each([
  [{ HOST: '0.0.0.0' }],
  [{ HOST: '::' }],
  [{ HOST: '192.168.1.5' }],
  [{ HOST: '127.evil.com' }],
  [{ HOST: '127.1' }],
  [{ HOST: 'localhost.evil.com' }],
  [{ HOST: 'my-machine' }],
  [{ SITE_URL: 'https://example.com' }],
  [{ SITE_URL: 'http://127.example.com' }],
  [{ SITE_URL: 'http://192.168.1.5:3000' }],
  [{ TRUST_PROXY: '1' }],
])('%j lets strangers come, so the content needs a secret', (record: Record<string, string>) => {
  expect(names(record)).toEqual(['LAKE_TOKEN'])
  const [fault] = parseEnv(record).faults
  expect(fault?.message).toMatch(new RegExp(`^${Object.keys(record)[0]} .*set LAKE_TOKEN .*randomBytes`, 'u'))
  expect(names({ ...record, LAKE_TOKEN: 'short' })).toEqual(['LAKE_TOKEN'])
  expect(names({ ...record, LAKE_TOKEN: 'a secret for editors' })).toEqual([])
  expect(names({ ...record, SANITY_PROJECT_ID: 'abc', SANITY_DATASET: 'production' })).toEqual([])
  // There is no content on a node that takes posts alone.
  expect(names({ ...record, ROLE: 'forms' })).toEqual([])
  expect(isExposed(parseEnv({ ...record, LAKE_TOKEN: 'a secret for editors' }).env)).toBe(true)
})

test.each([
  [{}],
  [{ HOST: '127.0.0.2' }],
  [{ HOST: '::1' }],
  [{ HOST: '0:0:0:0:0:0:0:1' }],
  [{ HOST: '::ffff:127.0.0.1' }],
  [{ HOST: 'LocalHost' }],
  [{ HOST: 'localhost.' }],
  [{ SITE_URL: 'http://localhost:3000' }],
  [{ SITE_URL: 'http://[::1]:3000' }],
  [{ SITE_URL: 'https://site.localhost' }],
  [{ TRUST_PROXY: 'off' }],
  [{ TRUST_PROXY: '0' }],
])('%j keeps the server to this machine', (record: Record<string, string>) => {
  expect(names(record)).toEqual([])
  expect(isExposed(parseEnv(record).env)).toBe(false)
})

test.each([
  [{ DEPLOY_HOOK_URL: 'https://h.example/x' }, ['SITE_URL']],
  [
    { S3_ENDPOINT: 'https://s3.example' },
    ['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_SECRET_ACCESS_KEY', 'SITE_URL'],
  ],
  [{ S3_BUCKET: 'site' }, ['S3_ENDPOINT']],
  [{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }, ['S3_ENDPOINT', 'S3_ENDPOINT']],
  [{ SANITY_PROJECT_ID: 'abc' }, ['SANITY_DATASET']],
  [{ SANITY_DATASET: 'production' }, ['SANITY_PROJECT_ID']],
  [{ SANITY_API_TOKEN: 'token' }, ['SANITY_PROJECT_ID']],
  [{ CRM_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` }, ['CRM_WEBHOOK_URL']],
  [{ MAIL_FROM: 'site@example.com' }, ['SMTP_URL']],
  [{ PURGE_URL: 'https://cdn.example/purge' }, ['S3_ENDPOINT']],
])('%j alone is half a setting', (record, missing) => {
  expect(names(record).toSorted()).toEqual(missing)
})

test.each(['METRICS_TOKEN', 'LAKE_TOKEN', 'S3_ACCESS_KEY_ID', 'SANITY_API_TOKEN'])(
  '%s is of characters that a header takes',
  (name) => {
    const { faults } = parseEnv({ [name]: 'ein Schlüssel für alle' })
    expect(faults.filter((fault) => fault.name === name)).toEqual([
      { name, message: expect.stringMatching(/plain ASCII/u) },
    ])
  },
)

test.each([
  [{ DATA_DIR: '/srv/cal/all', DIST_DIR: '/srv/cal/all' }, ['DATA_DIR']],
  [{ DATA_DIR: '/srv/cal/all/', DIST_DIR: '/srv/cal/x/../all' }, ['DATA_DIR']],
  [{ DATA_DIR: 'dist' }, ['DATA_DIR']],
  [{ DATA_DIR: '/srv/cal/dist/site/data', DIST_DIR: '/srv/cal/dist' }, ['DATA_DIR']],
  [{ DATA_DIR: '/srv/cal/dist-data', DIST_DIR: '/srv/cal/dist' }, []],
  [{ DATA_DIR: '/var/lib/cal', DIST_DIR: '/var/lib/cal/dist' }, []],
  [{ DATA_DIR: 'dist', ROLE: 'forms' }, []],
  [{ DATA_DIR: '/var/lib/cal', DIST_DIR: '.' }, ['DIST_DIR']],
  [{ DIST_DIR: 'web' }, ['DIST_DIR']],
  [{ DIST_DIR: 'studio/../web/site' }, ['DIST_DIR']],
  [{ DIST_DIR: 'web', ROLE: 'forms' }, []],
  [{ DIST_DIR: 'website' }, []],
])('with %j what is kept, or a source, lies among what is built: %j', (record, faulty) => {
  expect(names(record)).toEqual(faulty)
  // Who moves out of there backs up first.
  expect(parseEnv(record, { isServer: false }).faults).toEqual([])
})

test('an empty variable is not half of a pair, as Compose passes on unset ones', () => {
  const hosted = { SANITY_PROJECT_ID: '', SANITY_DATASET: '', SANITY_API_TOKEN: '' }
  expect(names({ ...hosted, CRM_WEBHOOK_SECRET: '', S3_ACCESS_KEY_ID: ' ', MAIL_FROM: '' })).toEqual([])
})

test('a server has one source of content, and a command may copy between two', () => {
  const both = {
    SANITY_PROJECT_ID: 'abc',
    SANITY_DATASET: 'production',
    LAKE_URL: 'http://10.0.0.5:3000',
  }
  expect(parseEnv(both).faults).toEqual([
    {
      name: 'LAKE_URL',
      message:
        'SANITY_PROJECT_ID and LAKE_URL are both set, and each names other content: take away the one whose content this server is not to read.',
    },
  ])
  expect(parseEnv(both, { isServer: false }).faults).toEqual([])
})

test('a server that reads another’s content needs a shared database, and nothing else', () => {
  const lake = { LAKE_URL: 'http://10.0.0.5:3000' }
  expect(unsharedLakeFault(parseEnv(lake).env)).toMatch(/^LAKE_URL is set without DATABASE_URL: .*\.$/u)
  const database = { DATABASE_URL: 'postgres://cal:x@10.0.0.5:5432/cal' }
  expect(unsharedLakeFault(parseEnv({ ...lake, ...database }).env)).toBeUndefined()
  expect(unsharedLakeFault(parseEnv({}).env)).toBeUndefined()
})

test.each(['require', 'prefer', 'verify-ca'])(
  'with sslmode=%s a certificate is verified, as it was',
  (mode) => {
    const address = 'postgres://cal:x@db.example.com/cal?application_name=cal&sslmode='
    const { env } = parseEnv({ DATABASE_URL: address + mode })
    expect(env.DATABASE_URL).toBe(`${address}verify-full`)
    for (const compatible of [
      `${address}${mode}&uselibpqcompat=true`,
      address.replace('?', '?uselibpqcompat=true&') + mode,
    ])
      expect(parseEnv({ DATABASE_URL: compatible }).env.DATABASE_URL).toBe(compatible)
  },
)

test('an sslmode that is none is refused, and one that verifies nothing is taken', () => {
  const address = 'postgres://cal:x@db.example.com/cal?sslmode='
  expect(parseEnv({ DATABASE_URL: `${address}verify_full` }).faults.map(({ message }) => message)).toEqual([
    'DATABASE_URL must have no sslmode, or one of these: verify-full, no-verify, disable, require, prefer, verify-ca.',
  ])
  expect(parseEnv({ DATABASE_URL: `${address}no-verify` }).env.DATABASE_URL).toBe(`${address}no-verify`)
})

test.each([
  'postgres://cal:x@db1,db2/cal?target_session_attrs=read-write',
  'postgres://cal:x@db1:5432,db2:5432/cal',
  'postgres:///cal?host=db1,db2',
])('a list of hosts, as in %s, is refused: the driver takes it for one name', (address) => {
  expect(parseEnv({ DATABASE_URL: address }).faults.map(({ message }) => message)).toContain(
    'DATABASE_URL must name one host, which leads to whichever server is the primary: a proxy or an address that moves.',
  )
})

test('commas elsewhere in an address of a database are taken', () => {
  const address = 'postgres://cal:x,y@db.example.com/cal?application_name=a,b'
  expect(parseEnv({ DATABASE_URL: address }).env.DATABASE_URL).toBe(address)
})

const recaptcha = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }

test.each([
  [{ SITE_URL: 'http://192.168.1.5:3000' }, true],
  [{ SITE_URL: 'http://example.com' }, true],
  [{ SITE_URL: 'http://example.com', ...recaptcha }, false],
  [{ SITE_URL: 'http://localhost:3000' }, false],
  [{ SITE_URL: 'http://site.localhost' }, false],
  [{ SITE_URL: 'https://example.com' }, false],
  [{}, false],
])('with %j browsers lack what the bot check needs: %s', (record, isPlain) => {
  const { env } = parseEnv({ ...record, LAKE_TOKEN: 'a secret for editors' })
  expect(plainHttpFault(env) !== undefined).toBe(isPlain)
})

function names(record: Record<string, string>): string[] {
  return parseEnv(record).faults.map(({ name }) => name)
}
