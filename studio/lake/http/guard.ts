import { createHash, timingSafeEqual } from 'node:crypto'
import { LakeError } from '../errors.ts'
import type { Sessions } from '../sessions.ts'
import { AUTHOR, bearerOf, isProgramOfThisMachine, sessionsIn, type Caller, type User } from './caller.ts'
import { createThrottle } from './throttle.ts'

export interface GuardOptions {
  /** Without one, anybody who reaches the lake may write, so it must only be reachable from this machine. */
  token?: string | undefined
  /** Host names the lake answers to beside those of the loopback address: `example.org` or `example.org:8080`. */
  hosts?: readonly string[] | undefined
  /** Whether strangers may read what is published. */
  publicReads?: boolean | undefined
  sessions: Sessions
}

export interface Guard {
  /**
   * Lets a request pass if its origin and sender are acceptable. At an open path, no token is tried.
   * @throws LakeError 403 when the request was made by another site, by a stranger to a name that is not the lake's,
   * or passed on by a proxy to a lake without a token; 401 when its session there has ended.
   */
  check: (caller: Caller, path: { isOpen: boolean }) => void
  /** Whether the caller may write, and read what is not published. Counts nothing. */
  isTrusted: (caller: Caller) => boolean
  /** The user that a trusted caller writes as: an administrator, unless the server in front says otherwise. */
  userOf: (caller: Caller) => User
  /**
   * The same once all of what is to be written is there, which may take minutes.
   * @throws LakeError 401 where the session of the caller ended meanwhile
   */
  writerOf: (caller: Caller) => User
  /**
   * Lets in a caller who is trusted, or has shown no token at a path that is open to strangers.
   * @throws LakeError 401 otherwise, or 429 with `retryAfter` in seconds after too many wrong tokens.
   */
  admit: (caller: Caller, path: { isOpen: boolean }) => void
  /** Makes a session for whoever has the token. @throws LakeError 401 or 429 like `admit`. */
  signIn: (caller: Caller, token: string) => string
  signOut: (caller: Caller) => void
  /** Ends everybody's session. @throws LakeError 401 or 429 like `admit`, 403 for an editor. */
  signOutAll: (caller: Caller) => void
  needsToken: boolean
  publicReads: boolean
}

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/

export function createGuard({ token, hosts = [], publicReads = false, sessions }: GuardOptions): Guard {
  const throttle = createThrottle(() => performance.now())

  function isOwn(host: string): boolean {
    return LOOPBACK.test(host.replace(/:\d+$/, '')) || hosts.includes(host)
  }

  function isTrusted({ authorization, cookie, user }: Caller): boolean {
    if (token === undefined || user !== undefined) return true
    const bearer = bearerOf(authorization)
    return (bearer !== undefined && isSame(bearer, token)) || sessionsIn(cookie).some(sessions.isLive)
  }

  /**
   * Lets a request to a name that is not the lake's pass with a session, as no page of that name has one, or with a
   * token. Anybody can make a token up: `admit` tries it, and counts the wrong ones.
   */
  function checkName({ host, authorization, cookie, user }: Caller, { isOpen }: { isOpen: boolean }): void {
    const sessionIds = sessionsIn(cookie)
    const hasSession = user !== undefined || sessionIds.some(sessions.isLive)
    const showsSecret = bearerOf(authorization) !== undefined || hasSession
    if (isOwn(host) || (token !== undefined && !isOpen && showsSecret)) return
    if (token !== undefined && !isOpen && sessionIds.length > 0) throw unauthorized()
    throw forbidden(`The content lake does not answer to the name "${host}".`)
  }

  /** @throws LakeError when the token is wrong, or must not be tried now. */
  function requireRight(given: string, caller: Caller, { mayAlwaysTry = false } = {}): void {
    const isRight = token === undefined || isSame(given, token)
    const key = caller.forwarded ? `via ${caller.address}` : caller.address
    const wait = throttle.waitOf(key)
    if (wait > 0 && !(isRight && mayAlwaysTry)) throw tooManyTries(wait)
    if (isRight) return
    throttle.count(key)
    throw new LakeError(401, 'unauthorized', 'This is not the access token that the site was started with.')
  }

  function admit(caller: Caller, { isOpen }: { isOpen: boolean }): void {
    const bearer = bearerOf(caller.authorization)
    // Programs on this machine, such as the publisher, are not locked out by others' attempts.
    if (bearer !== undefined) requireRight(bearer, caller, { mayAlwaysTry: isProgramOfThisMachine(caller) })
    else if (!isOpen && !isTrusted(caller)) throw unauthorized()
  }

  const nobody: User = {
    id: AUTHOR,
    name: token === undefined ? 'Local editor' : 'Administrator (token)',
    role: 'administrator',
  }

  function userOf({ authorization, user }: Caller): User {
    return (bearerOf(authorization) === undefined && user) || nobody
  }

  return {
    needsToken: token !== undefined,
    publicReads,
    isTrusted,
    userOf,
    writerOf: (caller) => {
      if (isTrusted(caller)) return userOf(caller)
      throw unauthorized()
    },
    check: (caller, path) => {
      const { host, origin, site, forwarded } = caller
      // A page can point its own name at 127.0.0.1; the Host header still says which name it used. Programs of other
      // machines, who have the token, use whatever name this one has there.
      checkName(caller, path)
      if (origin !== undefined && hostOf(origin) !== host) {
        throw forbidden(`Requests from ${origin} are refused: the content lake serves its own origin only.`)
      }
      if (site === 'cross-site') throw forbidden('Requests from other sites are refused.')
      if (forwarded && token === undefined) {
        throw forbidden(
          'A proxy passed this request on, to a site whose editors need no token: set LAKE_TOKEN, and start it again.',
        )
      }
    },
    admit,
    signIn: (caller, given) => {
      requireRight(given, caller)
      return sessions.start()
    },
    signOut: ({ cookie }) => sessionsIn(cookie).forEach(sessions.end),
    signOutAll: (caller) => {
      admit(caller, { isOpen: false })
      if (caller.user?.role === 'editor') throw forbidden('Signing everybody out needs an administrator.')
      sessions.endAll()
    },
  }
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}

// Compares hashes, which have one length, so that timing reveals nothing about the token's.
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function forbidden(description: string): LakeError {
  return new LakeError(403, 'forbidden', description)
}

function unauthorized(): LakeError {
  return new LakeError(
    401,
    'unauthorized',
    'Nobody is signed in here, or the session has ended: sign in again. Programs send the access token that the site was started with.',
  )
}

function tooManyTries(seconds: number): LakeError {
  const when = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return new LakeError(
    429,
    'tooManyRequests',
    `Too many wrong tokens came from here. Try again in ${when}.`,
    {
      retryAfter: seconds,
    },
  )
}
