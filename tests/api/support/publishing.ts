import { encodeSignatureHeader } from '@sanity/webhook'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { PublishesAnswer, Receipt, ReleaseList } from '../../../api/contract/publishing.ts'
import type { CheckEditor } from '../../../api/editors/editors.ts'
import { createApp } from '../../../api/http/app.ts'
import { listen, toListener } from '../../../api/http/http-server.ts'
import { createLog } from '../../../api/log.ts'
import { createMetrics } from '../../../api/metrics.ts'
import { createAuthors } from '../../../api/publishing/authors.ts'
import type { Nodes } from '../../../api/publishing/nodes.ts'
import { createPublishing } from '../../../api/publishing/publishing.ts'
import type { Target } from '../../../api/publishing/targets/target.ts'
import { publishStore } from '../../../api/store/publishing/publish-store.ts'
import { eventually } from '../../support/eventually.ts'
import { createFakeSite } from './fake-site.ts'
import { newPublishDatabase } from './stores.ts'

export const SECRET = 'known to lake and server'

export interface Call {
  body?: string
  headers?: Record<string, string | undefined>
}

interface Options {
  dataDir?: string
  site?: ReturnType<typeof createFakeSite>
  secret?: string | undefined
  checkEditor?: CheckEditor
  targets?: Target[]
  lookForMs?: number
  /** The other nodes; none where this server is alone. */
  nodes?: Nodes
  /** What brings pages and programs up; nothing is left to do where it is absent. */
  build?: () => Promise<void>
  /** Types of documents that pages of this site show. */
  documentTypes?: string[]
  /** False where the start itself can't publish. */
  isSweptAtStart?: boolean
}

export function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'publish-'))
}

/** Publishing behind real HTTP, over a stand-in for the built site; it ends with the test. */
export async function startPublishing(options: Options = {}) {
  const { dataDir = newFolder() } = options
  const site = options.site ?? createFakeSite(newFolder())
  if (options.documentTypes) site.renderer.documentTypes = options.documentTypes
  let handle = toListener(() => new Response(null, { status: 503 }))
  const listening = await listen((request, response) => handle(request, response), {
    port: 0,
    host: '127.0.0.1',
    headers: new Map(),
  })
  const metrics = createMetrics()
  const drain = (): Promise<void> => listening.drain(0)
  const { url } = listening
  const database = newPublishDatabase(dataDir)
  const published = createPublishing({
    store: publishStore(database),
    nodes: options.nodes,
    dist: site.dist,
    getRenderer: () => Promise.resolve(site.renderer),
    build: options.build ?? (() => Promise.resolve()),
    studio: `${url}/studio`,
    url,
    settings: { origin: url },
    authors: createAuthors(() => Promise.resolve(site.renderer), 'production'),
    targets: options.targets ?? [],
    ...(options.lookForMs !== undefined && { lookForMs: options.lookForMs }),
    log: createLog('silent'),
    metrics,
  })
  const { service, expectPublish } = published
  const secret = 'secret' in options ? options.secret : SECRET
  const checkEditor =
    options.checkEditor ?? (() => Promise.resolve({ name: 'Ada', role: 'administrator' as const }))
  const publishing = { service, secret, checkEditor }
  const releaseCheck = {
    check: (release: string) => site.renderer.checkRelease(release, { dist: '', template: '', origin: '' }),
    secret,
  }
  handle = toListener(
    createApp({
      siteUrl: undefined,
      isReady: () => true,
      release: site.release,
      publishing,
      releaseCheck,
    }).fetch,
  )

  let isStopped = false
  async function stop(): Promise<void> {
    if (isStopped) return
    isStopped = true
    await published.stop()
    await drain()
    await database.close()
  }
  onTestFinished(stop)

  async function call({ body = '{}', headers = {} }: Call): Promise<Response> {
    const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return fetch(`${url}/api/rebuild`, { method: 'POST', body, headers: given })
  }
  async function receipt(document: string): Promise<Receipt | null> {
    const answer = await fetch(`${url}/api/publishes/${document}`)
    return ((await answer.json()) as { receipt: Receipt | null }).receipt
  }
  async function publishes(): Promise<PublishesAnswer> {
    return (await (await fetch(`${url}/api/publishes`)).json()) as PublishesAnswer
  }
  async function releases(): Promise<ReleaseList> {
    return (await (await fetch(`${url}/api/releases`)).json()) as ReleaseList
  }
  /** Waits until the newest receipt of a document is of this state. */
  async function becomes(
    document: string,
    state: Receipt['state'],
    revision?: string | null,
  ): Promise<Receipt> {
    return vi.waitFor(async () => {
      const found = await receipt(document)
      if (found?.state !== state || (revision !== undefined && found.revision !== revision))
        throw new Error(`The receipt of ${document} is ${JSON.stringify(found)}.`)
      return found
    }, 20_000)
  }
  await published.start().catch(() => undefined)
  // The sweep of the start is over when a test begins.
  if (options.isSweptAtStart !== false)
    await eventually(() => expect([site.calls.length > 0, site.state.underWay]).toEqual([true, 0]))
  return {
    url,
    dataDir,
    site,
    metrics,
    service,
    expectPublish,
    call,
    receipt,
    publishes,
    releases,
    becomes,
    stop,
  }
}

let tick = Date.parse('2025-10-31T12:00:00Z')

/** A genuine call, signed as Sanity does, that tells of a revision; `null` is a deletion. */
export async function hookOf(
  document: string,
  revision: string | null,
  {
    at = new Date((tick += 1)).toISOString(),
    key,
    signedAt = Date.now(),
  }: { at?: string; key?: string; signedAt?: number } = {},
): Promise<Required<Call>> {
  const body = JSON.stringify({ _id: document, _type: 'page', _rev: revision ?? 'before', _updatedAt: at })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key ?? randomUUID(),
      'sanity-operation': revision === null ? 'delete' : 'update',
      'sanity-transaction-time': at,
      'sanity-webhook-signature': await encodeSignatureHeader(body, signedAt, SECRET),
    },
  }
}

/** Publishes a revision in the fake content, and gives the call that tells of it. */
export async function edit(
  { content }: ReturnType<typeof createFakeSite>,
  document: string,
  revision: string,
): Promise<Required<Call>> {
  const at = new Date((tick += 1)).toISOString()
  content.set(document, { _rev: revision, at })
  return hookOf(document, revision, { at })
}
