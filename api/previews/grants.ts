import type { Scope, ShareEnd } from '../contract/previews.ts'
import { HOUR_MS } from '../contract/time.ts'
import type { Shares } from '../store/shares.ts'
import type { EditorSessions } from './editor-sessions.ts'
import { createTokens, type Grant, type Tokens } from './preview-token.ts'

/** The grants of one dataset, which their holders have as tokens. */
export interface Grants {
  /** What the holder of a token may see now; undefined if the token is wrong, over or revoked. */
  grantOf(this: void, token: string): Promise<Grant | undefined>
  /** Why a share link leads nowhere any more; undefined for a token that never was one. */
  endOf(this: void, token: string): Promise<ShareEnd | undefined>
  /** A newer token for an editor once half of the time is over; the same token until then, and for share links. */
  renew(this: void, token: string, grant: Grant): Promise<string>
  /** A new grant for the editor whose session a request comes with. It works for an hour. */
  forEditor(scope: Scope, headers: Headers): Promise<Grant>
  sign(grant: Grant): Promise<string>
  /** The address below which pages show what is granted. */
  addressOf(grant: Grant): Promise<string>
}

interface Options {
  shares: Pick<Shares, 'key' | 'isLive'>
  /** `project/dataset`. */
  dataset: string
  now: () => number
  /** Where editors sign in here: what they open ends with their session. */
  sessions?: EditorSessions | undefined
}

/** After this, an editor has to come from the Studio again, even if the page stayed open. */
const MAX_MS = 12 * HOUR_MS

export function createGrants({ shares, dataset, now, sessions }: Options): Grants {
  let made: Tokens | undefined

  /** The key never changes, so it is asked for once. */
  async function tokens(): Promise<Tokens> {
    return (made ??= createTokens(await shares.key(), dataset))
  }

  async function sign(grant: Grant): Promise<string> {
    return (await tokens()).sign(grant)
  }

  return {
    grantOf: async (token) => {
      const grant = (await tokens()).verify(token, now())
      if (!grant) return undefined
      const isLive =
        grant.kind === 'share' ? await shares.isLive(token, now()) : await isSignedIn(grant, sessions)
      return isLive ? grant : undefined
    },
    endOf: async (token) => {
      const grant = (await tokens()).read(token)
      if (grant?.kind !== 'share') return undefined
      return grant.expires > now() ? 'revoked' : 'ended'
    },
    renew: async (token, grant) => {
      const younger = youngerGrant(grant, now())
      return younger ? sign(younger) : token
    },
    forEditor: async (scope, headers) => {
      const since = now()
      const session = await sessions?.nameOf(headers)
      return { kind: 'editor', dataset, scope, since, expires: since + HOUR_MS, session }
    },
    sign,
    addressOf: async (grant) => `/preview/${await sign(grant)}`,
  }
}

/** Where editors sign in, a grant without a session is from before they did. */
async function isSignedIn(
  { session }: Grant,
  sessions: EditorSessions | undefined,
): Promise<boolean | undefined> {
  return session === undefined ? !sessions : sessions?.isLive(session)
}

/** The same grant with a later end, once half of its time is over; undefined for share links, and after `MAX_MS`. */
function youngerGrant(grant: Grant, now: number): Grant | undefined {
  const { kind, since, expires } = grant
  const fresh = Math.min(now + HOUR_MS, since + MAX_MS)
  if (kind === 'share' || expires - now > HOUR_MS / 2 || fresh <= expires) return undefined
  return { ...grant, expires: fresh }
}
