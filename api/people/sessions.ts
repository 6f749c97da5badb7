import { createHmac, randomBytes } from 'node:crypto'
import type { Person } from '../contract/people.ts'
import type { Call } from '../store/operations.ts'
import { hashOf } from './links.ts'

export const PERSON_COOKIE = 'person_session'
/** The content lake's own, of whoever signed in with the token. */
export const LAKE_COOKIE = 'lake_session'

/** How long somebody stays signed in, from signing in. As long as the token's sessions last. */
export const SESSION_S = 12 * 60 * 60

/** Who of the people is signed in. Rejects with what the database says. */
export interface PersonSessions {
  /** Uses a link's token up; nothing if it does not work. The id is for the person's browser alone. */
  start(token: string): Promise<{ id: string; person: Person } | undefined>
  /** @param cookie the header, as it came */
  personOf(cookie: string | null): Promise<Person | undefined>
  end(cookie: string | null): Promise<void>
  endAll(): Promise<void>
}

/**
 * Sessions in the store, which all nodes share. An id is kept as its HMAC under the site's token: the database opens
 * nothing to whoever reads it, and another token ends all sessions.
 */
export function personSessions(call: Call, siteToken: string, now = Date.now): PersonSessions {
  function digest(id: string): string {
    return createHmac('sha256', siteToken).update(id).digest('base64url')
  }
  function hashesIn(cookie: string | null): string[] {
    return idsIn(cookie).map(digest)
  }

  return {
    start: async (token) => {
      const id = randomBytes(32).toString('base64url')
      const session = { link: hashOf(token), session: digest(id), expiresAt: now() + SESSION_S * 1000 }
      const person = await call('takeLink', session, now())
      return person && { id, person }
    },
    personOf: async (cookie) => {
      const hashes = hashesIn(cookie)
      return hashes.length === 0 ? undefined : call('sessionPerson', hashes, now())
    },
    end: (cookie) => call('endSessions', hashesIn(cookie)),
    endAll: () => call('endSessions', 'all'),
  }
}

/** A browser may send several cookies of this name, as those of parent domains come along. */
function idsIn(cookie: string | null): string[] {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  const own = pairs.filter((pair) => pair.startsWith(`${PERSON_COOKIE}=`))
  return own.map((pair) => pair.slice(PERSON_COOKIE.length + 1)).slice(0, 4)
}
