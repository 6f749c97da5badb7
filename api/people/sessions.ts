import { createHmac, randomBytes } from 'node:crypto'
import type { Person } from '../contract/people.ts'
import type { Call } from '../store/operations.ts'
import { hashOf } from './links.ts'

export const PERSON_COOKIE = 'person_session'
/** The content lake's own cookie, for those who signed in with the token. */
export const LAKE_COOKIE = 'lake_session'

/** How long a session lasts, as long as those of the token. */
export const SESSION_S = 12 * 60 * 60

/** The sessions of people. Calls reject with what the database says. */
export interface PersonSessions {
  /** Uses up a link's token; undefined if it does not work. The id goes to the person's browser and nowhere else. */
  start(token: string): Promise<{ id: string; person: Person } | undefined>
  /** @param cookie the header, as it came */
  personOf(cookie: string | null): Promise<Person | undefined>
  end(cookie: string | null): Promise<void>
  endAll(): Promise<void>
}

/**
 * Sessions in the store, which all nodes share. The store has an id's HMAC under the site's token: whoever reads the
 * database can't sign in with it, and a new token ends all sessions.
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
