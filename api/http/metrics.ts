import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Store } from '../store/store.ts'

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
