import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunFailure } from '../contract/content-error.ts'
import { messageOf } from '../contract/operational-error.ts'
import { type Log, oncePerCause } from '../log.ts'
import type { Database } from '../store/database/database.ts'
import { listenToNodes, notifyNodes } from '../store/database/notifications.ts'
import { readNodeState, type NodeState } from '../store/publishing/node-state.ts'
import { createReleaseFiles, type ServedRelease, type SwitchEnd } from '../store/publishing/release-files.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'
import { createBackOff, onceDone } from './back-off.ts'
import { createContentClaim } from './content-claim.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { createLeadership, type LeaderWork } from './leadership.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { buildKeyIn, createReplicas, type Replicas } from './replicas.ts'

/** Callbacks by which publishing follows the state of all nodes. Each is called alone, and again where it rejects. */
export interface NodeWork extends LeaderWork {
  /** Visitors shall get this release. */
  serve(served: ServedRelease): Promise<void>
}

/** The nodes of one site: one of them publishes its releases, and all serve them. */
export interface Nodes extends Pick<Replicas, 'fetch' | 'take'> {
  /** Whether this node publishes releases now, and has taken up where the one before it ended. */
  isLeader(): boolean
  /** Whether another node is known to publish releases now. */
  isFollower(): boolean
  /** Whether this node is the one to publish releases, though it may not be ready to. */
  hasLease(): boolean
  /** What all nodes know now. */
  read(): Promise<NodeState>
  /** Key of what was built here: nodes of another build render other pages. */
  build(): Promise<string>
  /** What keeps any node from publishing: what the one that does last failed at, or the database. */
  failure(): RunFailure | undefined
  sayFailure(failure: RunFailure | undefined): void
  /** Has a release of this node served by all. @throws OperationalError where it may not */
  share(manifest: Manifest): Promise<void>
  /**
   * Has all nodes serve an earlier release, with the site pinned there, or the newest, which lets it go.
   * @throws OperationalError where it is not kept
   */
  switchTo(id: string, then: SwitchEnd): Promise<Manifest>
  /** Forgets releases that nobody can go back to. */
  prune(): Promise<void>
  /** Tells the others that there is news. */
  notify(): void
  /** Begins to take part, or looks again; resolves once this node leads, or knows that another does. */
  start(work: NodeWork): Promise<void>
  stop(): Promise<void>
}

/** A node that dies loses its lease after this time; a live one renews it three times as often. */
const LEASE_MS = 6_000
const RENEW_MS = 2_000
/** How often a node looks for news, of most of which it is told anyway. */
const LOOK_MS = 500
/** The longest pause before something that keeps failing is tried again. */
const MAX_RETRY_MS = 60_000
/** How long a stop waits for what is under way. */
const STOP_LIMIT_MS = 3_000

interface Options {
  database: Database<SharedTables>
  databaseUrl: string
  /** Id of the content of this node, which the others are to publish as well; none where it has none of its own. */
  contentId: (() => Promise<string>) | undefined
  dist: string
  getRenderer: () => Promise<Renderer>
  log: Log
}

export function createNodes({ database, databaseUrl, contentId, dist, getRenderer, log }: Options): Nodes {
  const node = randomUUID()
  const content = contentId && createContentClaim({ database, node, contentId, leaseMs: LEASE_MS, log })
  const files = createReleaseFiles(database)
  const replicas = createReplicas({ files, dist, getRenderer })
  const complain = oncePerCause((told) =>
    log.warn(told, 'This node does not know what the others do, and tries again.'),
  )
  let begun: NodeWork | undefined
  let state: NodeState | undefined
  let knownHooks = new Set<number>()
  let wasPinned = false
  /** For as long as a node that does not answer keeps its right to publish. */
  const watch = createDatabaseWatch({ limitMs: LEASE_MS, log })
  const leadership = createLeadership({
    database,
    node,
    content,
    leaseMs: LEASE_MS,
    isWanted: () => begun !== undefined,
    read: readState,
    watch,
    complain,
    log,
  })
  const serve = createServing((error) => complain('What is served', error))
  /** Each is stored when somebody goes back to it here, at the latest. */
  const storeEarlier = onceDone(() => replicas.storeEarlier(), {
    firstMs: LOOK_MS,
    maxMs: MAX_RETRY_MS,
    onFailure: (error) => begun && complain('Earlier releases', error),
  })
  let looking: Promise<void> | undefined
  let isNews = false
  let timers: NodeJS.Timeout[] = []
  let listening: ReturnType<typeof listenToNodes> | undefined

  function readState(): Promise<NodeState> {
    return watch.watched('state', () => database.query(readNodeState))
  }

  /** One look at a time, and one more for all news that came meanwhile. */
  function look(): Promise<void> {
    isNews = true
    return (looking ??= lookWhileNews().finally(() => {
      looking = undefined
    }))
  }

  async function lookWhileNews(): Promise<void> {
    for (let work = begun; work && isNews; work = begun) {
      isNews = false
      await lookOnce(work).catch((error: unknown) => complain('A look', error))
    }
  }

  async function lookOnce(work: NodeWork): Promise<void> {
    state = await readState()
    await leadership.settle(work, state.publisher)
    // Beginning to lead may have changed it.
    const { served } = (state = await readState())
    if (served) await serve(work, served)
    const isLetGo = wasPinned && state.pinned === undefined
    if (isLetGo || state.pendingHooks.some((id) => !knownHooks.has(id))) work.wake()
    wasPinned = state.pinned !== undefined
    knownHooks = new Set(state.pendingHooks)
  }

  function notify(): void {
    notifyNodes(database).catch((error: unknown) => complain('News', error))
  }

  return {
    isLeader: leadership.isLeading,
    isFollower: () => state?.publisher !== undefined && state.publisher !== node,
    hasLease: leadership.hasLease,
    read: readState,
    build: () => buildKeyIn(dist),
    failure: () => content?.failure() ?? watch.failure() ?? state?.failure,
    sayFailure: leadership.sayFailure,
    fetch: (id) => replicas.fetch(id),
    take: (id) => replicas.take(id),
    share: async (manifest) => {
      await replicas.share(node, manifest)
      notify()
    },
    switchTo: async (id, then) => {
      const manifest = await replicas.switchTo(id, then)
      notify()
      return manifest
    },
    prune: () => files.prune(),
    notify,
    start: async (given) => {
      if (begun) return look()
      begun = given
      await leadership.renew()
      await look()
      const renewing = setInterval(() => {
        void leadership.renew()
        void storeEarlier()
      }, RENEW_MS)
      const seekingNews = setInterval(() => {
        watch.tell()
        void look()
      }, LOOK_MS)
      timers = [renewing, seekingNews]
      for (const timer of timers) timer.unref()
      listening = listenToNodes(databaseUrl, () => void leadership.renew().then(look))
      void storeEarlier()
      return undefined
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      begun = undefined
      const ended = Promise.all([looking, listening?.close()])
      // A database that does not answer must not take the time in which the lease is given up.
      await Promise.race([ended, pause(STOP_LIMIT_MS, undefined, { ref: false })])
      await leadership.giveUp().catch((error: unknown) => complain(`The lease (${messageOf(error)})`, error))
    },
  }
}

/** Serves what all nodes shall serve; a release that can't be is tried again after pauses that grow. */
function createServing(onFailure: (error: unknown) => void) {
  const backOff = createBackOff({ firstMs: LOOK_MS, maxMs: MAX_RETRY_MS })
  let last = ''
  return async (work: NodeWork, served: ServedRelease): Promise<void> => {
    const name = `${served.id} ${served.version}`
    if (name !== last) backOff.reset()
    last = name
    if (!backOff.isOver()) return
    try {
      await work.serve(served)
      backOff.reset()
    } catch (error) {
      backOff.fail()
      onFailure(error)
    }
  }
}
