import type { Database } from '../store/database/database.ts'
import { giveLeaseUp, hasOtherHolder, takeLease } from '../store/database/leases.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'
import type { ContentClaim } from './content-claim.ts'

/** The right of one node to publish the releases, which ends by itself. */
export interface PublisherLease {
  isHeld(this: void): boolean
  /**
   * Takes it, or holds it for longer, unless another node has it: then this one stands by. Rejects with what the
   * database says.
   */
  renew(this: void): Promise<void>
  /** Whether another node stands by to take it. */
  isAwaited(this: void): Promise<boolean>
  /** Acts from now on as if another node had it. */
  drop(): void
  /** Leaves it to another node at once. */
  giveUp(): Promise<void>
}

export interface LeaseOptions {
  database: Database<SharedTables>
  node: string
  /** The right to publish the content of this node; none if it has none of its own. */
  content: ContentClaim | undefined
  leaseMs: number
  /** Whether this node would lead now. */
  isWanted: () => boolean
  /** Whether this node shows what the one with the lease publishes, so that it may well do better. */
  isAble: () => boolean
}

export function createPublisherLease({
  database,
  node,
  content,
  leaseMs,
  isWanted,
  isAble,
}: LeaseOptions): PublisherLease {
  let until = 0

  async function renew(): Promise<void> {
    // The lease began when it was asked for, at the latest.
    const asked = performance.now()
    // Also while it is not wanted: meanwhile another node may publish this content, but nobody a copy of it.
    const isOwn = (await content?.hold()) ?? true
    if (!isWanted()) return
    const isTaken = isOwn && (await database.query((db) => takeLease(db, 'publisher', { node, leaseMs })))
    // It may not be wanted any more.
    until = isTaken && isWanted() ? asked + leaseMs : 0
    if (isOwn && !isTaken && isAble())
      await database.query((db) => takeLease(db, 'standby', { node, leaseMs }))
  }

  return {
    isHeld: () => performance.now() < until,
    renew,
    isAwaited: () => database.query((db) => hasOtherHolder(db, 'standby', node)),
    drop: () => {
      until = 0
    },
    giveUp: async () => {
      until = 0
      await database.query(async (db) => {
        await giveLeaseUp(db, 'publisher', node)
        await giveLeaseUp(db, 'standby', node)
      })
    },
  }
}
