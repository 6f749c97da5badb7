import { Hono } from 'hono'
import { z } from 'zod'
import type { MadeShare, ShareRecord } from '../contract/shares.ts'
import { malformed, notFound, problemResponse, wrongMethod } from '../contract/problems.ts'
import type { CheckEditor } from '../editors.ts'
import { isOwnPath, type MadeShare as Made, type Previews } from './previews.ts'
import { fieldProblem } from '../http/answer.ts'
import { readBytes } from '../http/bytes.ts'
import { socketAddressOf } from '../http/guard.ts'
import type { NodeEnv } from '../http/guard.ts'

const headers = { 'cache-control': 'no-store' }
const MAX_BODY = 4_096

const wish = z
  .object({
    perspective: z.enum(['drafts', 'document'], { error: 'perspective must be "drafts" or "document".' }),
    document: z
      .string()
      .regex(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/u, 'document must be the id of a document.')
      .refine(
        (id) => !/^(drafts|versions)\./u.test(id),
        'document must be the published id, without "drafts.".',
      )
      .optional(),
    path: z
      .string()
      .max(300)
      .refine(isOwnPath, 'path must be a path of this site, such as /platform.')
      .default('/'),
    days: z
      .int({ error: 'days must be a whole number from 1 to 90.' })
      .min(1, 'days must be a whole number from 1 to 90.')
      .max(90, 'days must be a whole number from 1 to 90.')
      .default(7),
  })
  .refine(({ perspective, document }) => perspective === 'drafts' || document !== undefined, {
    path: ['document'],
    error: 'document must be the id of the document whose draft the link shows.',
  })

/**
 * Links for people without an account, made by editors.
 * `POST /shares`: makes one and tells its address this once. `GET /shares`: those that work.
 * `DELETE /shares/:id`: revokes one, for good, and tells those that are left.
 */
export function shareRoutes(previews: Previews, check: CheckEditor): Hono<NodeEnv> {
  return new Hono<NodeEnv>()
    .all('/shares', async (c) => {
      const { req } = c
      const barred = await check(req.raw, req.method === 'GET' ? 'see' : 'change', socketAddressOf(c))
      if (barred) return problemResponse(barred)
      if (req.method === 'GET') return Response.json(previews.shares().map(inWords), { headers })
      if (req.method !== 'POST') return problemResponse(wrongMethod('GET, POST'))
      const body = await readJson(req.raw)
      if (body === undefined) return problemResponse(malformed('Send a JSON object of at most 4 kB.'))
      const parsed = wish.safeParse(body)
      if (!parsed.success) return problemResponse(fieldProblem(parsed.error.issues))
      const { perspective, document, path, days } = parsed.data
      const scope =
        perspective === 'document' && document !== undefined
          ? { perspective, document }
          : ({ perspective: 'drafts' } as const)
      const made = previews.share({ scope, path, days })
      const answer: MadeShare = { ...inWords(made.share), url: made.path }
      return Response.json(answer, { status: 201, headers })
    })
    .all('/shares/:id', async (c) => {
      const { req } = c
      if (req.method !== 'DELETE') return problemResponse(wrongMethod('DELETE'))
      const barred = await check(req.raw, 'change', socketAddressOf(c))
      if (barred) return problemResponse(barred)
      if (!previews.revoke(req.param('id'))) return problemResponse(notFound)
      return Response.json(previews.shares().map(inWords), { headers })
    })
}

function inWords({ createdAt, expiresAt, ...share }: Made['share']): ShareRecord {
  return {
    ...share,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY)
  if (typeof bytes === 'string') return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown
  } catch {
    return undefined
  }
}
