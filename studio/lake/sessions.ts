import { createHmac, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from './errors.ts'

/** How long an editor stays signed in, from signing in. */
export const SESSION_S = 12 * 60 * 60

/** Most sessions at once; beyond that, the oldest end. */
const MAX_SESSIONS = 1000

/** Who is signed in. Only the browser knows a session's id. */
export interface Sessions {
  /** Starts one and gives its id: 32 random bytes in base64url. */
  start: () => string
  /** Also false where the database can't be read. */
  isLive: (id: string) => boolean
  end: (id: string) => void
  endAll: () => void
}

/**
 * The sessions in the lake's database. Ids are stored as HMACs under the token, so that reading the database gives no
 * access, and changing the token ends all sessions.
 */
export function openSessions(database: DatabaseSync, token: string | undefined): Sessions {
  const insert = database.prepare('insert into sessions (id, expires) values (?, ?)')
  const prune = database.prepare(
    `delete from sessions where expires <= ?
      or id not in (select id from sessions order by expires desc limit ${MAX_SESSIONS - 1})`,
  )
  const find = database.prepare('select 1 from sessions where id = ? and expires > ?')
  const drop = database.prepare('delete from sessions where id = ?')
  const clear = database.prepare('delete from sessions')

  function digest(id: string): string {
    return createHmac('sha256', token ?? '')
      .update(id)
      .digest('base64url')
  }

  return {
    start: () => {
      const id = randomBytes(32).toString('base64url')
      const now = Date.now()
      prune.run(now)
      insert.run(digest(id), now + SESSION_S * 1000)
      return id
    },
    isLive: (id) => {
      try {
        return find.get(digest(id), Date.now()) !== undefined
      } catch (error) {
        console.error(`The sessions of editors could not be read: ${messageOf(error)}`)
        return false
      }
    },
    end: (id) => void drop.run(digest(id)),
    endAll: () => void clear.run(),
  }
}
