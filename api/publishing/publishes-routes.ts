import { Hono } from 'hono'
import type { ReceiptAnswer } from '../contract/publishing.ts'
import { malformed, problemResponse, wrongMethod } from '../contract/problems.ts'
import type { CheckEditor } from '../editors.ts'
import type { Publishes } from './publishes.ts'
import { socketAddressOf } from '../http/guard.ts'
import type { NodeEnv } from '../http/guard.ts'

const headers = { 'cache-control': 'no-store' }

/**
 * What the Studio shows of publishes, for editors only.
 * `GET /publishes/:documentId`: the newest receipt, null before the first publish.
 * `GET /releases`: the last 50. `POST /releases/:id/switch`: back to one of them, or forward.
 */
export function publishRoutes(publishes: Publishes, check: CheckEditor): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .all('/publishes/:documentId', async (c) => {
      const { req } = c
      if (req.method !== 'GET') return problemResponse(wrongMethod('GET'))
      const barred = await check(req.raw, 'see', socketAddressOf(c))
      if (barred) return problemResponse(barred)
      const id = req.param('documentId')
      if (!/^[A-Za-z0-9_.-]{1,128}$/u.test(id))
        return problemResponse(
          malformed('A document’s id has letters, digits, dots, dashes and underscores.'),
        )
      const answer: ReceiptAnswer = { receipt: publishes.receiptOf(id) ?? null }
      return Response.json(answer, { headers })
    })
    .all('/releases', async (c) => {
      const { req } = c
      if (req.method !== 'GET') return problemResponse(wrongMethod('GET'))
      const barred = await check(req.raw, 'see', socketAddressOf(c))
      return barred ? problemResponse(barred) : Response.json(publishes.releases(), { headers })
    })
    .all('/releases/:id/switch', async (c) => {
      const { req } = c
      if (req.method !== 'POST') return problemResponse(wrongMethod('POST'))
      const barred = await check(req.raw, 'change', socketAddressOf(c))
      if (barred) return problemResponse(barred)
      const switched = await publishes.switchTo(req.param('id'))
      return 'problem' in switched ? problemResponse(switched.problem) : Response.json(switched, { headers })
    })
}
