import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunFailure } from '../contract/content-error.ts'
import { messageOf } from '../contract/operational-error.ts'
import { type Log, oncePerCause } from '../log.ts'
import type { Database } from '../store/database/database.ts'
import { listenToNodes, notifyNodes } from '../store/database/notifications.ts'
import { readNodeState, type NodeState } from '../store/publishing/node-state.ts'
import { createReleaseFiles, type SwitchEnd } from '../store/publishing/release-files.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'
import { onceDone } from './back-off.ts'
import { createContentClaim } from './content-claim.ts'
import { createDatabaseWatch } from './database-watch.ts'
import { createLeadership } from './leadership.ts'
import { createReconciler, RETRY, type NodeWork } from './reconciler.ts'
import type { Manifest, Renderer } from './renderer.ts'
import { buildKeyIn, createReplicas, type Replicas } from './replicas.ts'

/** The nodes of one site: one of them publishes its releases, and all serve them. */
export interface Nodes extends Pick<Replicas, 'fetch' | 'take'> {
  /** Whether this node publishes the releases now, having taken up where the one before it ended. */
  isLeader(): boolean
  /** Whether another node is known to publish releases now. */
  isFollower(): boolean
  /** Whether this node has the right to publish releases, though it may not be ready to. */
  hasLease(): boolean
  /** What all nodes know now. */
  read(): Promise<NodeState>
  /** Key of the build here. Nodes of another build render other pages. */
  build(): Promise<string>
  /** What keeps all nodes from publishing: the last failure of the leader, or of the database. */
  failure(): RunFailure | undefined
  sayFailure(failure: RunFailure | undefined): void
  /** What keeps this node alone from serving what was published. */
  unserved(): RunFailure | undefined
  /** Makes all nodes serve a release of this node. @throws OperationalError if it may not */
  share(manifest: Manifest): Promise<void>
  /**
   * Makes all nodes serve an earlier release, with the site pinned to it, or the newest, which ends the pin.
   * @throws OperationalError if it is not kept
   */
  switchTo(id: string, then: SwitchEnd): Promise<Manifest>
  /** Deletes releases that nobody can go back to. */
  prune(): Promise<void>
  /** Tells the others that there is news. */
  notify(): void
  /** Joins the nodes, or reads the shared state again. Resolves once this node leads, or knows that another does. */
  start(work: NodeWork): Promise<void>
  stop(): Promise<void>
}

/** A node that dies loses its lease after this time; a live one renews it three times as often. */
const LEASE_MS = 6_000
const RENEW_MS = 2_000
/** How often a node reads the shared state. `NOTIFY` tells it of most news sooner. */
const POLL_MS = 500
/** How long a stop waits for the pass that is under way. */
const STOP_LIMIT_MS = 3_000

const ANOTHER = 'Another server publishes the site, and says:'

interface Options {
  database: Database<SharedTables>
  databaseUrl: string
  /** Id of this node’s content, which the others publish as well; none if it has no content of its own. */
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
  const logOnce = oncePerCause((told) =>
    log.warn(told, 'This node does not know what the others do, and tries again.'),
  )
  /** What publishing does here; undefined while this node takes no part. */
  let work: NodeWork | undefined
  /** Its limit is the time for which a node that does not answer keeps the lease. */
  const watch = createDatabaseWatch({ limitMs: LEASE_MS, log })
  const leadership = createLeadership({
    database,
    node,
    content,
    leaseMs: LEASE_MS,
    isWanted: () => work !== undefined,
    isAble: () => reconciler.unserved() === undefined,
    read: readState,
    watch,
    logOnce,
    log,
  })
  const reconciler = createReconciler({ read: readState, work: () => work, leadership, logOnce, log })
  const { reconcile } = reconciler
  /** A release that can't be stored now is stored when somebody goes back to it here. */
  const storeEarlier = onceDone(() => replicas.storeEarlier(), {
    ...RETRY,
    onFailure: (error) => work && logOnce('Earlier releases', error),
  })
  let timers: NodeJS.Timeout[] = []
  let listening: ReturnType<typeof listenToNodes> | undefined

  function readState(): Promise<NodeState> {
    return watch.watched('state', () => database.query(readNodeState))
  }

  function isFollower(): boolean {
    const publisher = reconciler.state()?.publisher
    return publisher !== undefined && publisher !== node
  }

  /** What the node that publishes failed at, which is not to be looked for here. */
  function sharedFailure(): RunFailure | undefined {
    const failure = reconciler.state()?.failure
    // A document is to be mended in one place, whichever node says so.
    if (!failure || failure.faults.length > 0 || !isFollower()) return failure
    return { ...failure, message: `${ANOTHER} ${failure.message}` }
  }

  function notify(): void {
    notifyNodes(database).catch((error: unknown) => logOnce('News', error))
  }

  return {
    isLeader: leadership.isLeading,
    isFollower,
    hasLease: leadership.hasLease,
    read: readState,
    build: () => buildKeyIn(dist),
    failure: () => content?.failure() ?? watch.failure() ?? sharedFailure(),
    sayFailure: leadership.sayFailure,
    unserved: reconciler.unserved,
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
      if (work) return reconcile()
      work = given
      await leadership.renew()
      await reconcile()
      const renew = () => {
        void leadership.renew()
        void storeEarlier()
      }
      const poll = () => {
        watch.tell()
        void reconcile()
      }
      timers = [setInterval(renew, RENEW_MS).unref(), setInterval(poll, POLL_MS).unref()]
      listening = listenToNodes(databaseUrl, () => void leadership.renew().then(reconcile))
      void storeEarlier()
      return undefined
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      work = undefined
      const ended = Promise.all([reconciler.underWay(), listening?.close()])
      // A database that does not answer must not use up the time that is left to give up the lease.
      await Promise.race([ended, pause(STOP_LIMIT_MS, undefined, { ref: false })])
      await leadership.giveUp().catch((error: unknown) => logOnce(`The lease (${messageOf(error)})`, error))
    },
  }
}
