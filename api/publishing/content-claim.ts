import type { RunFailure } from '../contract/content-error.ts'
import type { Log } from '../log.ts'
import { shareContentId, sharedContentId } from '../store/content-id.ts'
import type { Database } from '../store/database/database.ts'
import { giveLeaseUp, takeLease } from '../store/database/leases.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'

/** The claim of a node that its own content is the content of all nodes. */
export interface ContentClaim {
  /**
   * Renews the claim. Resolves to whether the content here is that of all nodes, and no other node has a copy of it.
   */
  hold(): Promise<boolean>
  /** What to mend if the claim is refused, as the failure of a publish; undefined if it is not. */
  failure(): RunFailure | undefined
  giveUp(): Promise<void>
}

const OTHER_CONTENT =
  'This server has content of its own, and visitors get that of another server, which uses this database, too. Name that server as LAKE_URL here, or give this one another DATABASE_URL. Where visitors are to get the content from here, the guide for operators says how, under “Several nodes”.'
const SAME_CONTENT =
  'Another server that uses this database runs with a copy of the content here, and visitors get that. Name it as LAKE_URL here, or give this server another DATABASE_URL.'

interface Options {
  database: Database<SharedTables>
  node: string
  /** Id of the content here. */
  contentId: () => Promise<string>
  /** For how long the claim of a node that died still holds, in ms. */
  leaseMs: number
  log: Pick<Log, 'error'>
}

/**
 * If two nodes published content of their own, visitors would get now one and now the other. The database remembers
 * which content it is, so that no other takes its place while its server is away.
 */
export function createContentClaim({ database, node, contentId, leaseMs, log }: Options): ContentClaim {
  let own: string | undefined
  let waitingSince: number | undefined
  let fault: string | undefined

  function refuse(sentence: string): false {
    if (fault !== sentence) log.error(sentence)
    fault = sentence
    return false
  }
  return {
    hold: async () => {
      const id = (own ??= await contentId())
      const shared = await database.query(sharedContentId)
      if (shared !== undefined && shared !== id) return refuse(OTHER_CONTENT)
      if (!(await database.query((db) => takeLease(db, 'content', { node, leaseMs })))) {
        waitingSince ??= performance.now()
        // The lease may be this server's own, from before it was killed.
        return performance.now() - waitingSince > leaseMs && refuse(SAME_CONTENT)
      }
      waitingSince = undefined
      if (shared === undefined && (await database.query((db) => shareContentId(db, id))) !== id)
        return refuse(OTHER_CONTENT)
      fault = undefined
      return true
    },
    failure: () => (fault === undefined ? undefined : { message: fault, faults: [] }),
    giveUp: () => database.query((db) => giveLeaseUp(db, 'content', node)),
  }
}
