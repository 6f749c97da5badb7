import type { Log } from '../log.ts'
import type { Database } from '../store/database.ts'
import { giveLeaseUp, takeLease } from '../store/leases.ts'
import type { RunFailure } from './publish-loop.ts'
import type { SharedTables } from '../store/shared-schema.ts'

/** The claim of a node with content of its own that this is the content of all nodes. */
export interface ContentClaim {
  /** Renews the claim. Resolves with whether the content of no other running node is in use. */
  hold(): Promise<boolean>
  /** What is to be mended where it is, as a publish that failed says it; undefined where it is not. */
  failure(): string | undefined
  giveUp(): Promise<void>
}

const OTHERS_CONTENT =
  'Another server that uses this database has content of its own, and visitors get that. Name it as LAKE_URL here, or give this server another DATABASE_URL.'

interface Options {
  database: Database<SharedTables>
  node: string
  /** Who dies has its place taken after this time, in ms. */
  leaseMs: number
  log: Pick<Log, 'error'>
}

/** Two nodes that each draw content of their own would show visitors now one and now the other. */
export function createContentClaim({ database, node, leaseMs, log }: Options): ContentClaim {
  let refusedAt: number | undefined
  let fault: string | undefined
  return {
    hold: async () => {
      if (await database.query((db) => takeLease(db, 'content', { node, leaseMs }))) {
        refusedAt = fault = undefined
        return true
      }
      refusedAt ??= performance.now()
      // It may be this very server's, from before it was killed.
      if (fault === undefined && performance.now() - refusedAt > leaseMs) {
        fault = OTHERS_CONTENT
        log.error(fault)
      }
      return false
    },
    failure: () => fault && JSON.stringify({ message: fault, faults: [] } satisfies RunFailure),
    giveUp: () => database.query((db) => giveLeaseUp(db, 'content', node)),
  }
}
