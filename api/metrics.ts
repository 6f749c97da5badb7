import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** How an attempt to bring something to another place ended; after `retried` another one follows. */
type AttemptResult = 'delivered' | 'retried' | 'dead'

/** What this process counts, for Prometheus. No name and no label holds anything of a visitor. */
export interface Metrics {
  /** Notes an answered request. @param route one of a few groups, never a path */
  request(route: string, status: number, seconds: number): void
  /** Notes an answered post; `form` is its route's name. */
  post(form: string, status: number, seconds: number): void
  /** Notes how a document's publish ended, as its receipt says, and how long after its call. */
  publish(verdict: string, seconds: number): void
  /** Notes that nothing could be published; it is tried again. */
  publishFailed(): void
  delivery(channel: string, result: AttemptResult): void
  targetDelivery(target: string, result: AttemptResult): void
  /** Notes that a thread ended by itself and is started again. */
  restart(thread: Thread): void
  /** Reads figures at each scrape. Those that can't be read are left out. */
  onScrape(read: (gauges: Gauges) => void | Promise<void>): void
  contentType: string
  /** The current figures as text. */
  text(): Promise<string>
}

type Thread = 'lake' | 'renderer'

/** Figures that are read at each scrape, and not counted as something happens. */
type Gauges = ReturnType<typeof createGauges>

const THREADS: readonly Thread[] = ['lake', 'renderer']

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { requests, posts, publishes, failures, deliveries, targetDeliveries, restarts } =
    createCounters(registers)
  // rate() does not see the first event of a series that begins with it, so these begin with 0.
  for (const thread of THREADS) restarts.inc({ thread }, 0)
  for (const form of ['waitlist', 'contact']) for (const status of [500, 503]) posts.zero({ form, status })
  const gauges = createGauges(registers)
  const readers: ((gauges: Gauges) => void | Promise<void>)[] = []

  return {
    request: (route, status, seconds) =>
      requests.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    post: (form, status, seconds) => posts.observe({ form, status }, seconds),
    publish: (verdict, seconds) => publishes.observe({ verdict }, seconds),
    publishFailed: () => failures.inc(),
    delivery: (channel, result) => deliveries.inc({ channel, result }),
    targetDelivery: (target, result) => targetDeliveries.inc({ target, result }),
    restart: (thread) => restarts.inc({ thread }),
    onScrape: (read) => void readers.push(read),
    contentType: registry.contentType,
    text: async () => {
      for (const level of Object.values(gauges)) forget(level)
      await Promise.allSettled(readers.map(async (read) => read(gauges)))
      return registry.metrics()
    },
  }
}

/** A gauge without labels is 0 after `reset`, which would pass for a reading. */
function forget(level: Gauge): void {
  level.reset()
  level.remove({})
}

function createCounters(registers: Registry[]) {
  return {
    requests: new Histogram({
      name: 'site_http_request_duration_seconds',
      help: 'Time to answer a request, by group of routes and class of status. Streams and sockets are left out.',
      labelNames: ['route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5],
      registers,
    }),
    posts: new Histogram({
      name: 'site_form_post_duration_seconds',
      help: 'Time to answer a post, by form and status.',
      labelNames: ['form', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    publishes: new Histogram({
      name: 'site_publish_duration_seconds',
      help: 'Time from the call that told of a publish to its end, by verdict.',
      labelNames: ['verdict'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    failures: new Counter({
      name: 'site_publish_failures_total',
      help: 'Attempts to publish that failed; each is made again.',
      registers,
    }),
    deliveries: new Counter({
      name: 'site_deliveries_total',
      help: 'Attempts to deliver a submission, by channel and result.',
      labelNames: ['channel', 'result'],
      registers,
    }),
    targetDeliveries: new Counter({
      name: 'site_deploy_target_deliveries_total',
      help: 'Attempts to bring a release to a deploy target, by target and result.',
      labelNames: ['target', 'result'],
      registers,
    }),
    restarts: new Counter({
      name: 'site_thread_restarts_total',
      help: 'Threads that ended by themselves: the content lake, and what renders pages.',
      labelNames: ['thread'],
      registers,
    }),
  }
}

function createGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    storeWaiting: gauge('site_store_waiting_posts', 'Posts that wait for the disk.'),
    outbox: gauge('site_outbox_deliveries', 'Deliveries that are not done, by channel and state.', [
      'channel',
      'state',
    ]),
    outboxOldest: gauge(
      'site_outbox_oldest_due_seconds',
      'Age of the oldest delivery that is due, by channel.',
      ['channel'],
    ),
    held: gauge('site_held_documents', 'Documents whose newest revision would break a page.'),
    publishesWaiting: gauge('site_publishes_waiting', 'Publishes that are not on the site yet.'),
    pinned: gauge('site_release_pinned', '1 while the site is held at an earlier release.'),
    targetLag: gauge(
      'site_deploy_target_lag_seconds',
      'Time for which a deploy target has been behind the served release; 0 where it is not.',
      ['target'],
    ),
  }
}
