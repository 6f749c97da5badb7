import type { Context } from 'hono'
import { FORWARDING } from './forwarding.ts'

/** Holds the id of a session. */
export const COOKIE = 'lake_session'

/** Somebody who may write. */
export interface User {
  id: string
  name: string
  role: 'administrator' | 'editor'
}

/** The user id for writers without a name: those with the token, or everybody where none is needed. */
export const AUTHOR = 'local-editor'

/** The sender of a request, as known to the server that accepted the connection. */
export interface Sender {
  /** Whether a proxy passed the request on. */
  forwarded: boolean
  /** What wrong tokens are counted for: an address or a network. */
  address: string
  /** The user, where the server in front has identified one. The lake trusts it. */
  user?: User | undefined
  /** Everybody whose name this request may learn, where that server knows them. */
  users?: readonly User[] | undefined
}

/** Who makes a request: the parts of it that decide whether it may pass. */
export type Caller = Sender & {
  host: string
  origin: string | undefined
  site: string | undefined
  authorization: string | undefined
  cookie: string | undefined
}

declare module 'hono' {
  interface ContextVariableMap {
    caller: Caller | undefined
  }
}

/** The caller of this request. Kept with the context, as several parts ask for it. */
export function callerIn(c: Context): Caller {
  const known = c.get('caller')
  if (known) return known
  const { sender }: { sender?: Sender } = c.env ?? {}
  const caller = callerOf(c.req.raw, sender)
  c.set('caller', caller)
  return caller
}

/** @param sender who sends it; without one, only the request's own headers tell. */
function callerOf(request: Request, sender?: Sender): Caller {
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined
  return {
    host: new URL(request.url).host,
    origin: header('origin'),
    site: header('sec-fetch-site'),
    authorization: header('authorization'),
    cookie: header('cookie'),
    forwarded: sender?.forwarded === true || FORWARDING.some((name) => request.headers.has(name)),
    address: sender?.address ?? 'unknown',
    user: sender?.user,
    users: sender?.users,
  }
}

/** Whether a program on this machine sent it, such as the publisher. */
export function isProgramOfThisMachine({ forwarded, address }: Caller): boolean {
  return !forwarded && (address === '::1' || address.startsWith('127.'))
}

/** The token that a request shows; undefined without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
}

/** The ids of sessions in a cookie. A browser may send several of this name, as those of parent domains are included. */
export function sessionsIn(cookie: string | undefined): string[] {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  const own = pairs
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
  return own.slice(0, 4)
}
