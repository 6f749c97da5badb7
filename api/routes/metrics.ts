import { Hono } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { forbidden, problemResponse } from '../errors.ts'
import type { Metrics } from '../services/metrics.ts'
import type { NodeContext, NodeEnv } from './guard.ts'

/** `GET /metrics`, for callers on this machine, or with the bearer token where one is set. */
export function metricsRoutes(metrics: Metrics, token: string | undefined): Hono<NodeEnv> {
  return new Hono<NodeEnv>().get('/metrics', async (c) => {
    const allowed = token === undefined ? isLocal(c) : hasToken(c, token)
    if (!allowed) return problemResponse(forbidden)
    return c.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** A proxy on this machine is local too, but says for whom it asks. */
function isLocal(c: NodeContext): boolean {
  const address = c.env.incoming?.socket.remoteAddress ?? ''
  const forwarded = c.req.header('x-forwarded-for') ?? c.req.header('forwarded')
  return /^(127\.|::1$|::ffff:127\.)/u.test(address) && forwarded === undefined
}

function hasToken(c: NodeContext, token: string): boolean {
  const given = Buffer.from(c.req.header('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
