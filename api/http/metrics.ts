import { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { ProblemError } from '../contract/problem.ts'
import { forbidden } from '../contract/problems.ts'
import type { Metrics } from '../metrics.ts'
import {
  isForwarded,
  isLoopbackAddress,
  socketAddressOf,
  type NodeContext,
  type NodeEnv,
} from './client-address.ts'
import { otherMethods } from './other-methods.ts'

export interface MetricsAccess {
  token: string | undefined
  /** Whether strangers can reach the server, perhaps through a proxy that does not say so. */
  isExposed: boolean
}

/** `GET /metrics`, with the bearer token; where none is set and no stranger comes, for programs of this machine. */
export function metricsRoutes(metrics: Metrics, access: MetricsAccess): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .get('/metrics', async (c) => {
      if (!mayRead(c, access)) throw new ProblemError(forbidden)
      return c.body(await metrics.text(), 200, {
        'content-type': metrics.contentType,
        'cache-control': 'no-store',
      })
    })
    .all('/metrics', otherMethods('GET, HEAD'))
}

/** Whether somebody may read what tells of this server's inside. */
export function mayRead(c: NodeContext, { token, isExposed }: MetricsAccess): boolean {
  return token === undefined ? !isExposed && isLocal(c) : hasToken(c, token)
}

/** A proxy on this machine is local too, but says for whom it asks; a browser says which page led it here. */
function isLocal(c: NodeContext): boolean {
  if (isForwarded(c.req.raw.headers) || c.req.header('sec-fetch-site') === 'cross-site') return false
  const { hostname } = new URL(c.req.url)
  const isOwnName = hostname === 'localhost' || isLoopbackAddress(hostname)
  return isOwnName && isLoopbackAddress(socketAddressOf(c) ?? '')
}

function hasToken(c: NodeContext, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
