import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LakeFault } from '../fault.ts'

export const COOKIE = 'lake_token'

export type GuardOptions = {
  /** Without one, whoever reaches the lake may write: for the loopback address only. */
  token?: string | undefined
  /** Names the lake may be reached by besides those of the loopback address, as `example.org` or `example.org:8080`. */
  hosts?: readonly string[] | undefined
}

/** What of a request decides whether it may pass: the same for HTTP and for sockets. */
export type Caller = {
  host: string
  origin: string | undefined
  site: string | undefined
  authorization: string | undefined
  cookie: string | undefined
}

export type Guard = {
  /** @throws LakeFault 403 when the request was made by another site, or to a name that is not the lake's. */
  check: (caller: Caller) => void
  /** Whether the caller may write, and read what is not published. */
  isTrusted: (caller: Caller) => boolean
  accepts: (token: string) => boolean
  needsToken: boolean
}

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/

export function createGuard({ token, hosts = [] }: GuardOptions): Guard {
  const accepts = (given: string): boolean => token === undefined || isSame(given, token)

  function isOwn(host: string): boolean {
    return LOOPBACK.test(host.replace(/:\d+$/, '')) || hosts.includes(host)
  }

  return {
    needsToken: token !== undefined,
    accepts,
    check: ({ host, origin, site }) => {
      // A page can point its own name at 127.0.0.1; the Host header still says which name it used.
      if (!isOwn(host)) throw forbidden(`The content lake does not answer to the name "${host}".`)
      if (origin !== undefined && hostOf(origin) !== host) {
        throw forbidden(`Requests from ${origin} are refused: the content lake serves its own origin only.`)
      }
      if (site === 'cross-site') throw forbidden('Requests from other sites are refused.')
    },
    isTrusted: ({ authorization, cookie }) => {
      if (token === undefined) return true
      const bearer = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
      const stored = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(cookie ?? '')?.[1]
      return [bearer, stored && decodeURIComponent(stored)].some(
        (given) => given !== undefined && accepts(given),
      )
    },
  }
}

export function callerOf(request: Request): Caller {
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined
  return {
    host: new URL(request.url).host,
    origin: header('origin'),
    site: header('sec-fetch-site'),
    authorization: header('authorization'),
    cookie: header('cookie'),
  }
}

export function callerOfUpgrade(headers: IncomingHttpHeaders): Caller {
  const { host = '', origin, authorization, cookie } = headers
  return { host, origin, site: undefined, authorization, cookie }
}

function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host
}

// Hashes are of one length, so that the comparison tells nothing of the token's.
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function forbidden(description: string): LakeFault {
  return new LakeFault(403, 'forbidden', description)
}
