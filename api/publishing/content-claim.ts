import type { RunFailure } from '../contract/content-error.ts'
import type { Log } from '../log.ts'
import { shareContentId, sharedContentId } from '../store/content-id.ts'
import type { Database } from '../store/database/database.ts'
import { giveLeaseUp, takeLease } from '../store/database/leases.ts'
import type { SharedTables } from '../store/tables/shared-schema.ts'

/** The claim of a node with content of its own that this is the content of all nodes. */
export interface ContentClaim {
  /** Renews the claim. Resolves with whether this is the content of all nodes, and no other node has it as well. */
  hold(): Promise<boolean>
  /** What to mend where another node has it as well, as a failed publish says it; undefined if none has. */
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
  /** How long the claim of a node that died keeps others out, in ms. */
  leaseMs: number
  log: Pick<Log, 'error'>
}

/**
 * Two nodes that each publish content of their own would show visitors now one and now the other. Which content it is
 * stays in the database, so that nobody else's takes its place while its server is away.
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
        // It may be this very server's, from before it was killed.
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
