import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ownBucket } from '../../../api/publishing/targets/bucket-owner.ts'
import { openBucket } from '../../../api/publishing/targets/s3.ts'
import { localDataset } from '../../../studio/cli/content/datasets.ts'
import { SEED_DIR } from '../../../studio/cli/local-lake.ts'
import { openLake } from '../../../studio/lake/lake.ts'
import { serveLake } from '../../../studio/lake/serve.ts'
import { startSmtpSink, type SmtpSink } from '../../faults/support/smtp-sink.ts'
import { root, startLake } from '../../support/lake.ts'
import { startBucketServer } from '../support/bucket.ts'
import { hasOpenssl, newCertificate } from '../support/certificate.ts'
import { filesIn, runDoctor } from '../support/doctor.ts'

vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
const site = createServer((_, response) => response.end('{}'))
const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`
let smtp: SmtpSink
let origin: string

beforeAll(async () => {
  smtp = await startSmtpSink(() => 'accept')
  origin = await listen(site)
})

afterAll(async () => {
  site.close()
  await smtp.close()
})

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

function doctor(settings: Record<string, string>): ReturnType<typeof runDoctor> {
  return runDoctor({ DATA_DIR: folder, DIST_DIR: path.join(folder, 'dist'), ...settings })
}

test('all that answers is listed, and no mail is sent', async () => {
  const { code, said } = await doctor({
    SITE_URL: origin,
    SMTP_URL: smtp.url,
    NOTIFY_EMAIL: 'sales@example.com',
  })
  expect(said).toMatch(/^ok {4}DATA_DIR: .* can be written to, with [\d.]+ GB to spare\.$/mu)
  expect(said).toContain(
    'ok    SMTP_URL: the mail server answers and takes the login: whether it takes mail from sales@example.com to sales@example.com, only one tells.',
  )
  expect(said).toContain('ok    SITE_URL: the site answers there.')
  expect(code).toBe(0)
  expect(smtp.taken).toEqual([])
})

test('a mail server that would get the password unencrypted is refused', async () => {
  const { code, said } = await doctor({
    SITE_URL: origin,
    // As a name of this machine that is no loopback address.
    SMTP_URL: smtp.url.replace('127.0.0.1', 'cal:secret@0.0.0.0'),
    NOTIFY_EMAIL: 'sales@example.com',
  })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^FAIL {2}SMTP_URL: the mail server refuses TLS, .*: begin SMTP_URL with smtps:.* have STARTTLS\.$/mu,
  )
  expect(said).not.toContain('secret')
})

test('hooks are connected to without a request, as some take any request for a call', async () => {
  const asked: string[] = []
  let connections = 0
  const hooks = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end()
  }).on('connection', () => (connections += 1))
  onTestFinished(() => void hooks.close())
  const at = await listen(hooks)
  const { code, said } = await doctor({
    SITE_URL: origin,
    CRM_WEBHOOK_URL: `${at}/crm`,
    CRM_WEBHOOK_SECRET: SECRET,
    DEPLOY_HOOK_URL: `${at}/deploy`,
  })
  expect([code, connections, asked]).toEqual([0, 2, []])
  for (const name of ['CRM_WEBHOOK_URL', 'DEPLOY_HOOK_URL'])
    expect(said).toContain(`ok    ${name}: 127.0.0.1 can be reached, and was sent nothing`)
})

test.skipIf(!hasOpenssl)('a hook is as good as its certificate', async () => {
  const { key, certificate } = newCertificate(folder)
  const asked: unknown[] = []
  const hook = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request) => {
    asked.push(request.url)
  })
  onTestFinished(() => void hook.close())
  const settings = {
    CRM_WEBHOOK_URL: (await listen(hook)).replace('http://127.0.0.1', 'https://localhost'),
    CRM_WEBHOOK_SECRET: SECRET,
  }
  expect((await doctor(settings)).said).toContain(
    'FAIL  CRM_WEBHOOK_URL: nothing answers there (DEPTH_ZERO_SELF_SIGNED_CERT): check the address.',
  )
  const trusting = await doctor({ ...settings, NODE_EXTRA_CA_CERTS: certificate })
  expect(trusting).toMatchObject({ code: 0, said: expect.stringContaining('localhost can be reached') })
  expect(asked).toEqual([])
})

test('a bucket of another site is named before anything is written there', async () => {
  const bucket = await startBucketServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-lake-'))
  const lake = await openLake({ dataDir, seedDir: SEED_DIR })
  const served = await serveLake(lake)
  const { endpoint, bucket: name, accessKeyId, secretAccessKey } = bucket.options
  const settings = {
    SITE_URL: origin,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    LAKE_URL: served.url,
  }
  const before = await doctor(settings)
  expect(before).toMatchObject({
    code: 0,
    said: expect.stringContaining('the bucket answers, with 0 objects'),
  })
  expect(before.said).toContain('ok    content: the content lake of LAKE_URL answers.')
  await ownBucket(openBucket(bucket.options), 'another site')
  const after = await doctor(settings)
  expect(after).toMatchObject({ code: 1, said: expect.stringContaining('belongs to another site') })
  // Whose it is can't be told without this site's records.
  const away = await doctor({ ...settings, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })
  expect(away.said).toContain('FAIL  DATABASE_URL: the database does not answer')
  expect(away.said).toContain('ok    S3_BUCKET: the bucket answers')
  bucket.close()
  await served.close()
  await lake.close()
})

test('a cache that nobody can empty is named', async () => {
  const { said } = await doctor({ SITE_URL: origin, PURGE_URL: 'http://127.0.0.1:1/purge' })
  expect(said).toContain('FAIL  PURGE_URL: nothing answers there (ECONNREFUSED): check the address.')
})

test('a second server of a site without a shared database is told so', async () => {
  const { url, close } = await startLake()
  onTestFinished(close)
  const look = await doctor({ LAKE_URL: url })
  expect(look).toMatchObject({
    code: 0,
    said: expect.stringContaining('the content lake of LAKE_URL answers'),
  })
  const second = await doctor({ LAKE_URL: url, HOST: '0.0.0.0', LAKE_TOKEN: 'a-token-for-editors' })
  expect(second.code).toBe(1)
  expect(second.said).toMatch(/^FAIL {2}content: LAKE_URL is set without DATABASE_URL: .* Set DATABASE_URL/mu)
})

test('a folder that takes nothing is named with its own setting', async () => {
  const dist = path.join(mkdtempSync(path.join(tmpdir(), 'doctor-dist-')), 'dist')
  writeFileSync(dist, 'a file')
  const { code, said } = await doctor({ DIST_DIR: dist })
  expect(code).toBe(1)
  expect(said).toContain(
    `FAIL  DIST_DIR: DIST_DIR ${dist} can't be written to (ENOTDIR): make it writable, or set DIST_DIR to a folder that is.`,
  )
})

test('everything that is wrong is named at once, with what to do', async () => {
  const { code, said } = await doctor({
    RATE_LIMIT: 'many',
    DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    NOTIFY_EMAIL: 'sales@example.com',
    CRM_WEBHOOK_URL: 'http://127.0.0.1:1/hook',
    CRM_WEBHOOK_SECRET: SECRET,
    // Not one of the ports that fetch never asks.
    SITE_URL: 'http://127.0.0.1:65530',
    // Answers everything with 200, as a server's console does.
    S3_ENDPOINT: origin,
    S3_BUCKET: 'site',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(code).toBe(1)
  expect(said).toContain(
    'FAIL  RATE_LIMIT: RATE_LIMIT must be a whole number of posts a minute and address, or "off".',
  )
  expect(said).toMatch(
    /^FAIL {2}DATABASE_URL: the database does not answer \(.*\): posts would be refused\.$/mu,
  )
  expect(said).toMatch(
    /^FAIL {2}SMTP_URL: the mail server refuses \(.*\): submissions would wait in the store\.$/mu,
  )
  expect(said).toContain('FAIL  CRM_WEBHOOK_URL: nothing answers there (ECONNREFUSED): check the address.')
  expect(said).toContain(
    'FAIL  SITE_URL: nothing answers there (ECONNREFUSED): start the server and what is in front of it.',
  )
  expect(said).toContain(
    'FAIL  S3_BUCKET: the bucket answers 200 no whole list of objects: check S3_ENDPOINT, S3_BUCKET and the rights',
  )
  expect(said).toMatch(/^6 of \d+ need attention\.$/mu)
  expect(said).not.toContain('secret')
})

test('content with empty required fields is named, whatever is wrong with settings', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-content-'))
  const lake = await openLake({ dataDir, seedDir: SEED_DIR })
  const { url, close } = await serveLake(lake)
  const { client } = localDataset(url, {})
  await client.patch('home').unset(['hero.waitlistLine.showCount']).commit()
  await close()
  await lake.close()
  const before = filesIn(dataDir)
  const { code, said } = await doctor({
    DATA_DIR: dataDir,
    RATE_LIMIT: 'many',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(filesIn(dataDir)).toEqual(before)
  expect(code).toBe(1)
  expect(said.match(/RATE_LIMIT must be|NOTIFY_EMAIL to the address/gu)).toHaveLength(2)
  expect(said).toMatch(
    /^FAIL {2}content migrations: Home: “Hero › .*” would be true: npm run content -- migrate writes that\.$/mu,
  )
})

test('a document locked by a scheduled release is named once nothing else is left to fill in', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-scheduled-'))
  const lake = await openLake({ dataDir, seedDir: SEED_DIR })
  const { url, close } = await serveLake(lake)
  const { client } = localDataset(url, {})
  const like = await client.fetch<object>('*[_type == "integration"][0]{_type, kind, logo}')
  await client.create({ ...like, _id: 'one', _type: 'integration', title: 'One' })
  await client.releases.create({ releaseId: 'spring', metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId: 'spring', publishedId: 'one', baseId: 'one' })
  await client.releases.schedule({ releaseId: 'spring', publishAt: '2099-05-01T09:00:00.000Z' })
  await close()
  await lake.close()
  const ofOne = 'Integration “One”: '
  const locked = 'Integration “One” (in a release): skipped, as the release “Spring” is scheduled.'
  const both = await doctor({ DATA_DIR: dataDir })
  expect(both.code).toBe(1)
  expect(both.said).toContain(`FAIL  content migrations: ${ofOne}`)
  expect(both.said).not.toContain(locked)

  const command = path.join(root, 'studio/cli/content.ts')
  execFileSync(process.execPath, [command, 'migrate'], { env: { ...process.env, DATA_DIR: dataDir } })
  const { code, said } = await doctor({ DATA_DIR: dataDir })
  expect([code, said]).toEqual([
    0,
    expect.stringContaining(`ok    content migrations: ${locked} Unschedule it to fill it in.\n`),
  ])
})
