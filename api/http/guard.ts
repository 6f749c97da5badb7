import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { foreignOrigin, rateLimited } from '../contract/problems.ts'
import type { Problem } from '../contract/problems.ts'
import { clientAddress } from './client-address.ts'
import type { RateLimit } from './rate-limit.ts'

export interface GuardOptions {
  siteUrl: string | undefined
  rateLimit: RateLimit
  /** How many proxies stand in front; 0 ignores forwarded addresses. */
  trustedProxies: number
  /** Called when a forwarded address comes that is not believed. */
  onForwarded: () => void
}

/** What Node's server hands on with a request; a test in memory has no socket. */
export interface NodeEnv {
  Bindings: Partial<HttpBindings>
}
export type NodeContext = Context<NodeEnv>

/** Says why a caller may not post here, cheapest question first; undefined when it may. */
export async function guard(c: NodeContext, options: GuardOptions): Promise<Problem | undefined> {
  if (!isOwnOrigin(c.req.raw, options.siteUrl)) return foreignOrigin
  if (options.trustedProxies === 0 && c.req.header('x-forwarded-for') !== undefined) options.onForwarded()
  const wait = await options.rateLimit(addressOf(c, options.trustedProxies))
  return wait === undefined ? undefined : rateLimited(wait)
}

export function addressOf(c: NodeContext, trustedProxies: number): string {
  return clientAddress(socketAddressOf(c), c.req.header('x-forwarded-for'), trustedProxies)
}

/** The address at the other end of the connection: the sender's, or that of a proxy. */
export function socketAddressOf(c: NodeContext): string | undefined {
  return c.env.incoming?.socket.remoteAddress
}

/** A browser names the page's origin in each post; programs that send none are not led by foreign pages. */
function isOwnOrigin({ headers, url }: Request, siteUrl: string | undefined): boolean {
  const origin = headers.get('origin')
  if (origin === null) return headers.get('sec-fetch-site') !== 'cross-site'
  if (origin === siteUrl) return true
  return URL.parse(origin)?.host === new URL(url).host
}
