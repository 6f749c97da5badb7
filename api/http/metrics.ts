import { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { forbidden, ProblemError } from '../contract/problems.ts'
import type { Store } from '../store/store.ts'
import { isForwarded, isLoopbackAddress, socketAddressOf } from './client-address.ts'
import type { NodeContext, NodeEnv } from './client-address.ts'

/** What this process counts, for Prometheus. */
export interface Metrics {
  /** Notes an answered post; `form` is its route's name. */
  post(form: string, status: number, seconds: number): void
  contentType: string
  /** The current figures as text. Leaves out what the store can't tell now. */
  text(): Promise<string>
}

export function createMetrics(store: Pick<Store, 'call' | 'waiting'>, now: () => number = Date.now): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const posts = new Histogram({
    name: 'form_post_seconds',
    help: 'Time to answer a post, by form and status.',
    labelNames: ['form', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const failures = new Counter({
    name: 'form_post_failures_total',
    help: 'Posts answered with 5xx.',
    registers,
  })
  const waiting = new Gauge({ name: 'store_waiting_posts', help: 'Posts that wait for the disk.', registers })
  const rows = new Gauge({
    name: 'outbox_rows',
    help: 'Deliveries that are not done, by channel and state.',
    labelNames: ['channel', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'outbox_oldest_due_seconds',
    help: 'Age of the oldest delivery that is due, by channel.',
    labelNames: ['channel'],
    registers,
  })

  async function text(): Promise<string> {
    waiting.set(store.waiting())
    rows.reset()
    oldest.reset()
    for (const row of await store.call('outboxStats').catch(() => [])) {
      rows.set({ channel: row.channel, state: row.state }, row.count)
      if (row.state === 'due') oldest.set({ channel: row.channel }, (now() - row.oldest) / 1_000)
    }
    return registry.metrics()
  }

  function post(form: string, status: number, seconds: number): void {
    posts.observe({ form, status }, seconds)
    if (status >= 500) failures.inc()
  }
  return { post, text, contentType: registry.contentType }
}

export interface MetricsAccess {
  token: string | undefined
  /** Whether strangers can reach the server, perhaps through a proxy that does not say so. */
  isExposed: boolean
}

/** `GET /metrics`, with the bearer token; where none is set and no stranger comes, for programs of this machine. */
export function metricsRoutes(metrics: Metrics, access: MetricsAccess): Hono<NodeEnv> {
  return new Hono<NodeEnv>().get('/metrics', async (c) => {
    if (!mayRead(c, access)) throw new ProblemError(forbidden)
    return c.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** Whether somebody may read what tells of this server's inside. */
export function mayRead(c: NodeContext, { token, isExposed }: MetricsAccess): boolean {
  return token === undefined ? !isExposed && isLocal(c) : hasToken(c, token)
}

/** A proxy on this machine is local too, but says for whom it asks; a browser says which page led it here. */
function isLocal(c: NodeContext): boolean {
  if (isForwarded(c.req.raw.headers) || c.req.header('sec-fetch-site') === 'cross-site') return false
  const { hostname } = new URL(c.req.url)
  const isOwnName = hostname === 'localhost' || isLoopbackAddress(hostname)
  return isOwnName && isLoopbackAddress(socketAddressOf(c) ?? '')
}

function hasToken(c: NodeContext, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
