import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ReleaseList } from '../../api/contract/publishing.ts'
import {
  copySources,
  endServer,
  giveFolders,
  linkPackages,
  runProgram,
  startServer,
  type Started,
} from '../api/support/checkout.ts'
import { freePort, missingFor, startFront, type Front } from '../api/support/front.ts'
import { postgresFolder, startPostgres, type Postgres } from '../api/support/postgres.ts'
import { madeOf } from '../api/support/versions.ts'
import { createVisitor } from '../api/support/visitor.ts'
import { startSmtpSink, type SmtpSink } from './support/smtp-sink.ts'

// Sites and a Studio are built, on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const PATIENCE = { timeout: 60_000, interval: 100 }
const TOKEN = 'a-token-for-the-editors'
const folder = mkdtempSync(path.join(tmpdir(), 'operator-'))
const checkout = path.join(folder, 'cal')
/** Where backups are. */
const kept = path.join(folder, 'kept')

/** What of a DIST_DIR is no part of a build. */
const RELEASES = ['site', 'releases', 'manifests', 'good']

/** A server of the checkout: what its settings say, and the process while it runs. */
interface Server {
  env: Record<string, string>
  running?: Started
}

const canRun = postgresFolder !== undefined && missingFor('nginx-proxy.conf') === undefined

// As api/README.md has it, step by step.
describe.skipIf(!canRun)('an operator (needs Postgres and nginx)', () => {
  /** What the servers need around them; a start that fails leaves none of it. */
  const around = new AsyncDisposableStack()
  const servers: Server[] = []
  let postgres: Postgres
  let mail: SmtpSink
  let front: Front
  let visitor: ReturnType<typeof createVisitor>
  let editor: Record<string, string>
  let settings: Record<string, string>
  let content: Server
  let node: Server
  let link: string

  beforeAll(async () => {
    postgres = around.adopt(await startPostgres(), (started) => started.stop())
    mail = around.adopt(await startSmtpSink(() => 'accept'), (started) => started.close())
    copySources(checkout)
    linkPackages(checkout)
    const [port, own, other] = [await freePort(), await freePort(), await freePort()]
    const options = { content: `http://127.0.0.1:${own}`, port }
    front = await startFront('nginx-proxy.conf', `http://127.0.0.1:${other}`, options)
    around.defer(() => front.stop())
    visitor = createVisitor(port, { host: `localhost:${port}` })
    const authority = path.join(checkout, 'certificate.pem')
    cpSync(front.certificate ?? '', authority)
    settings = {
      PATH: `${path.join(checkout, 'node_modules/.bin')}:${process.env['PATH']}`,
      TMPDIR: path.join(folder, 'tmp'),
      // As `npm start` has one.
      NODE_COMPILE_CACHE: path.join(folder, 'tmp/compile-cache'),
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: authority,
      SITE_URL: `https://localhost:${port}`,
      TRUST_PROXY: '1',
      LAKE_TOKEN: TOKEN,
      DATABASE_URL: await postgres.newDatabase(),
      SMTP_URL: mail.url,
      NOTIFY_EMAIL: 'team@example.com',
    }
    content = newServer('content', { PORT: String(own), HOST: '0.0.0.0' })
    // This machine's name for itself, but none that the content's server knows as its own.
    node = newServer('node', { PORT: String(other), LAKE_URL: `http://0.0.0.0:${own}` })
  })

  afterAll(async () => {
    for (const { running } of servers) if (running) await endServer(running, 'SIGKILL')
    await around.disposeAsync()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A server with folders of its own: what it builds is below the checkout, all else beside it. */
  function newServer(name: string, own: Record<string, string>): Server {
    const [data, dist] = [path.join(folder, 'data', name), path.join(checkout, 'dist', name)]
    giveFolders(folder, [data, dist, kept, settings['TMPDIR'] ?? ''])
    const server = { env: { ...settings, ...own, DATA_DIR: data, DIST_DIR: dist } }
    servers.push(server)
    return server
  }

  /** @param signal of the test: a second try finds none that the first had not waited for, or left running */
  async function start(server: Server, signal: AbortSignal): Promise<void> {
    if (server.running) await endServer(server.running, 'SIGKILL')
    server.running = await startServer(['node', 'api/server.ts'], { cwd: checkout, env: server.env, signal })
  }

  async function stop({ running }: Server): Promise<void> {
    if (running) expect(await endServer(running)).toEqual([0, null])
  }

  async function run({ env }: Server, command: string, ...args: string[]): Promise<string> {
    const { code, said } = await runProgram(`api/cli/${command}.ts`, args, { cwd: checkout, env })
    expect(code, said).toBe(0)
    return said
  }

  async function asEditor<Answer>(target: string, body?: object, method = body ? 'POST' : 'GET') {
    const headers = { ...editor, 'content-type': 'application/json' }
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const { status, text } = await visitor.ask(target, sent)
    expect(status, text).toBeLessThan(300)
    return JSON.parse(text) as Answer
  }

  async function join(email: string): Promise<void> {
    const body = JSON.stringify({ email })
    const headers = { 'content-type': 'application/json', origin: settings['SITE_URL'] ?? '' }
    expect((await visitor.ask('/api/waitlist', { method: 'POST', headers, body })).status).toBe(201)
    const isMailed = () => [...mail.messages.values()].some((text) => text.includes(email))
    await vi.waitFor(() => expect(isMailed(), email).toBe(true), PATIENCE)
  }

  async function publish(title: string): Promise<void> {
    const mutations = [{ patch: { id: 'about', set: { title } } }]
    await asEditor('/v2025-02-19/data/mutate/production', { mutations })
    await shows(title)
  }

  /** What the server of the pages shows, and not only the one that drew them. */
  async function shows(title: string): Promise<void> {
    const isShown = async () => (await visitor.ask('/about')).text.includes(title)
    await vi.waitFor(async () => expect(await isShown(), title).toBe(true), PATIENCE)
  }

  async function history(): Promise<string> {
    const headers = editor
    return (await visitor.ask('/v2025-02-19/data/history/production/transactions/about', { headers })).text
  }

  test('brings up two servers behind nginx, with mail, and editors and visitors come in', async ({
    signal,
  }) => {
    await start(content, signal)
    await start(node, signal)
    expect(await run(content, 'doctor')).not.toContain('FAIL')
    expect(await run(node, 'doctor')).toContain('ok    content: the content lake of LAKE_URL answers.')
    const passedOnWrongly = await fetch(`${node.running?.url}/v1/users/me`)
    expect([passedOnWrongly.status, await passedOnWrongly.text()]).toEqual([
      421,
      expect.stringContaining('pass this address on'),
    ])
    const signedIn = await visitor.signIn(TOKEN)
    expect(signedIn.done.headers.location).toBe('/studio')
    editor = signedIn.editor
    const studio = async () => (await visitor.ask('/studio')).status
    await vi.waitFor(async () => expect(await studio()).toBe(200), PATIENCE)
    await join('first@example.com')
    await publish('Before the upgrade')
    const shared = await asEditor<{ url: string }>('/api/preview/shares', {
      perspective: 'drafts',
      path: '/about',
    })
    link = shared.url
    expect((await visitor.ask(link)).status).toBe(200)
  })

  test('deploys a new version, and the old pages are served until the new ones are there', async ({
    signal,
  }) => {
    expect(await run(content, 'backup', path.join(kept, 'before.tar.gz'))).not.toContain('not in it')
    const apart = await run(node, 'backup', path.join(kept, 'node.tar.gz'))
    expect(apart).toContain('Content is not in it: back up the server that LAKE_URL names')
    const builds = () => [content, node].map(({ env }) => keyIn(env))
    const before = builds()
    appendFileSync(path.join(checkout, 'web/site/client.ts'), '\nconsole.debug("the next version")\n')
    expect(await run(content, 'doctor')).not.toContain('FAIL')
    for (const server of [node, content]) {
      await stop(server)
      await start(server, signal)
      await shows('Before the upgrade')
    }
    for (const [index, key] of builds().entries()) expect(key).not.toBe(before[index])
    expect((await visitor.ask(link)).status).toBe(200)
    await publish('After the upgrade')
  })

  test('loses all of it, and brings it back elsewhere', async ({ signal }) => {
    await join('second@example.com')
    const list = await asEditor<ReleaseList>('/api/releases')
    const before = madeOf(list)
    await asEditor(`/api/releases/${list.releases[1]?.id}/switch`, undefined, 'POST')
    await shows('Before the upgrade')
    const [transactions, mails] = [await history(), mail.taken.length]
    await vi.waitFor(async () => expect(await undelivered()).toBe(0), PATIENCE)
    const archive = path.join(kept, 'after.tar.gz')
    await run(content, 'backup', archive)

    await Promise.all([stop(content), stop(node)])
    // Elsewhere the same version is installed and built, as an image is, and nothing else is there.
    const lost = ['content', 'node'].flatMap((name) => RELEASES.map((own) => `cal/dist/${name}/${own}`))
    for (const name of ['data', ...lost]) rmSync(path.join(folder, name), { recursive: true, force: true })
    await ask(postgres.url, `drop database ${path.basename(settings['DATABASE_URL'] ?? '')} with (force)`)

    settings['DATABASE_URL'] = await postgres.newDatabase()
    content = newServer('content', { ...portOf(content), HOST: '0.0.0.0' })
    node = newServer('node', { ...portOf(node), LAKE_URL: node.env['LAKE_URL'] ?? '' })
    expect(await run(content, 'restore', archive)).toMatch(/is back: \d+ files/u)
    await start(content, signal)
    await start(node, signal)
    await shows('Before the upgrade')
    expect((await visitor.ask(link)).status).toBe(410)
    // Nobody is signed in by what a backup holds.
    expect((await visitor.ask('/v1/users/me', { headers: editor })).status).toBe(401)
    editor = (await visitor.signIn(TOKEN)).editor
    expect(await history()).toBe(transactions)
    const listed = await run(content, 'submissions', 'list')
    for (const name of ['first', 'second']) expect(listed).toContain(`${name}@example.com`)

    // At the node, which was never brought anything back.
    const again = await asEditor<ReleaseList>('/api/releases')
    expect(madeOf(again)).toEqual(expect.arrayContaining(before))
    expect(again.pinned).not.toBeNull()
    await asEditor(`/api/releases/${again.releases[0]?.id}/switch`, undefined, 'POST')
    await shows('After the upgrade')
    expect(mail.taken).toHaveLength(mails)
    await join('third@example.com')
  })

  async function undelivered(): Promise<number> {
    return ask(
      settings['DATABASE_URL'] ?? '',
      `select 1 from outbox where channel = 'mail' and state <> 'done'`,
    )
  }
})

/** How many rows the database answers with. */
async function ask(url: string, sql: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const { rowCount } = await client.query(sql)
  await client.end()
  return rowCount ?? 0
}

function portOf({ env }: Server): Record<string, string> {
  return { PORT: env['PORT'] ?? '' }
}

function keyIn({ DIST_DIR: dist = '' }: Record<string, string>): string {
  return (JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8')) as { key: string }).key
}
