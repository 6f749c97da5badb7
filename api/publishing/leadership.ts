import type { RunFailure } from '../contract/content-error.ts'
import type { Log } from '../log.ts'
import { notifyNodes } from '../store/database/notifications.ts'
import { sayFailure, type NodeState } from '../store/publishing/node-state.ts'
import { createBackOff } from './back-off.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { runFailureOf } from './publish-runner.ts'
import { createPublisherLease, type LeaseOptions } from './publisher-lease.ts'

/** What publishing does when this node begins or ceases to publish the releases. */
export interface LeaderWork {
  /** This node publishes the releases from now on. */
  lead(): Promise<void>
  /** This node no longer does. */
  follow(): void
  /** Something was published. */
  wake(): void
}

/** Which node publishes the releases: the one that has the lease, and has taken up where the node before it ended. */
export interface Leadership {
  isLeading(this: void): boolean
  /** Whether this node is the one to publish releases, though it may not be ready to. */
  hasLease(this: void): boolean
  /** Takes or extends the lease, unless this node stands back. */
  renew(this: void): Promise<void>
  /**
   * Makes this node begin or cease to publish, as the lease says.
   * @param publisher the node that the database names
   */
  settle(work: LeaderWork, publisher: string | undefined): Promise<void>
  /**
   * Tells all nodes what the last publish of this node failed at; undefined if it succeeded. A node that fails again and
   * again leaves publishing to another that stands by, unless documents are to be mended.
   */
  sayFailure(this: void, failure: RunFailure | undefined): void
  /** Gives the lease up, so that another node can take it at once. */
  giveUp(): Promise<void>
}

/** The longest pause before a node that can't lead tries to again. */
const MAX_RETRY_MS = 60_000
/** So many failed publishes in a row are no accident. */
const FAILURES = 2

const FOLLOWS = 'Another node publishes the releases now.'
const LEAVES = 'Publishing fails here, and is left to another node for a while.'
const RESTS = 'This node could not keep the right to publish the releases, and no other has it.'

/** `isWanted`: whether this node takes part. */
interface Options extends LeaseOptions {
  read: () => Promise<NodeState>
  watch: DatabaseWatch
  logOnce: (what: string, error: unknown) => void
  log: Log
}

export function createLeadership(options: Options): Leadership {
  const { database, node, content, leaseMs, isWanted, isAble, read, watch, logOnce, log } = options
  /** A node that fails to lead stands back for long enough that another one notices. */
  const leading = createBackOff({ firstMs: leaseMs, maxMs: MAX_RETRY_MS })
  const leaving = createBackOff({ firstMs: MAX_RETRY_MS, maxMs: MAX_RETRY_MS })
  const lease = createPublisherLease({
    database,
    node,
    content,
    leaseMs,
    isWanted: () => isWanted() && leading.isOver() && leaving.isOver(),
    isAble,
  })
  /** What publishing does here while this node has taken up. */
  let taken: LeaderWork | undefined
  let failures = 0
  /** What the nodes were told last, as JSON. */
  let lastFailure: string | undefined

  async function takeUp(work: LeaderWork): Promise<void> {
    await work.lead()
    lastFailure = JSON.stringify((await read()).failure)
    taken = work
    failures = 0
    leading.reset()
    log.info({ node }, 'This node publishes the releases.')
    work.wake()
  }

  /** Gives the lease up after a failure to lead, and tells all nodes why until one of them leads. */
  async function standBack(error: unknown): Promise<void> {
    const wasLost = !lease.isHeld()
    leading.fail()
    lease.drop()
    logOnce('Leading', error)
    if (wasLost) return
    await database.query((db) => sayFailure(db, runFailureOf(error)))
    await lease.giveUp()
    await notifyNodes(database)
  }

  /** Gives the lease up if another node can take it, so that what is published need not wait for this one. */
  async function leave(): Promise<void> {
    if (!(await lease.isAwaited()) || !taken) return
    const work = taken
    leaving.fail()
    taken = undefined
    lease.drop()
    log.warn({ node }, LEAVES)
    work.follow()
    await lease.giveUp()
    await notifyNodes(database)
  }

  async function tell(failure: RunFailure | undefined): Promise<void> {
    const text = JSON.stringify(failure)
    const isNews = text !== lastFailure
    lastFailure = text
    // Before another node reads it: that one takes it back once it succeeds.
    if (isNews) await database.query((db) => sayFailure(db, failure))
    failures = failure?.faults.length === 0 ? failures + 1 : 0
    if (failures >= FAILURES) await leave()
  }

  return {
    isLeading: () => taken !== undefined && lease.isHeld(),
    hasLease: lease.isHeld,
    renew: () => watch.watched('lease', lease.renew).catch((error: unknown) => logOnce('The lease', error)),
    settle: async (work, publisher) => {
      if (taken && !lease.isHeld()) {
        taken = undefined
        log.warn({ node }, publisher !== undefined && publisher !== node ? FOLLOWS : RESTS)
        work.follow()
      }
      if (lease.isHeld() && !taken) await takeUp(work).catch(standBack)
    },
    sayFailure: (failure) => {
      if (taken) tell(failure).catch((error: unknown) => logOnce('A failure', error))
    },
    giveUp: async () => {
      const wasLeading = taken !== undefined
      await lease.giveUp()
      await content?.giveUp()
      if (wasLeading) await notifyNodes(database)
    },
  }
}
