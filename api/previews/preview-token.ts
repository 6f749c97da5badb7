import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Scope } from '../contract/previews.ts'

/** What the holder of a token may see. */
export interface Grant {
  /** An editor may click to edit, and stays in while there; the holder of a share link only looks. */
  kind: 'editor' | 'share'
  /** `project/dataset`. */
  dataset: string
  scope: Scope
  /** When it was granted first, and when this token ends, in ms. */
  since: number
  expires: number
  /** What names the session that it was granted in, and ends with; absent if nobody signs in here. */
  session?: string | undefined
}

/** Signs grants and reads them back. */
export interface Tokens {
  sign(this: void, grant: Grant): string
  /** The grant of a token that was signed here, for this dataset, be it over or not. */
  read(this: void, token: string): Grant | undefined
  /** The same where it has not ended. */
  verify(this: void, token: string, now: number): Grant | undefined
}

const payload = z.strictObject({
  k: z.enum(['editor', 'share']),
  d: z.string(),
  p: z.enum(['published', 'drafts', 'document', 'stack']),
  i: z.string().optional(),
  r: z.array(z.string()).optional(),
  s: z.int(),
  x: z.int(),
  u: z.string().optional(),
  /** Makes a token unlike any other, so that revoking one link leaves an equal one alone. */
  n: z.string(),
})

const SHAPE = /^([\w-]{20,2000})\.([\w-]{43})$/u

/** Tokens of one dataset under one key: `payload.HMAC-SHA256`, both in base64url, fit for a path. */
export function createTokens(key: Buffer, dataset: string): Tokens {
  const macOf = (body: string) => createHmac('sha256', key).update(body).digest()

  function read(token: string): Grant | undefined {
    const [, body = '', mac = ''] = SHAPE.exec(token) ?? []
    const given = Buffer.from(mac, 'base64url')
    const wanted = macOf(body)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
    // Another spelling of the same bytes is another token.
    if (given.toString('base64url') !== mac) return undefined
    const grant = readGrant(body)
    return grant?.dataset === dataset ? grant : undefined
  }

  return {
    sign: ({ kind, scope, since, expires, session, ...grant }) => {
      const document = scope.perspective === 'document' ? { i: scope.document } : {}
      const stack = scope.perspective === 'stack' ? { r: scope.stack } : {}
      const fields = {
        k: kind,
        d: grant.dataset,
        p: scope.perspective,
        ...document,
        ...stack,
        s: since,
        x: expires,
        u: session,
        n: randomBytes(9).toString('base64url'),
      }
      const body = Buffer.from(JSON.stringify(fields)).toString('base64url')
      return `${body}.${macOf(body).toString('base64url')}`
    },
    read,
    verify: (token, now) => {
      const grant = read(token)
      return grant && grant.expires > now ? grant : undefined
    },
  }
}

/** The longest stack in characters: an address has no room for more. */
const MAX_STACK = 1_000

/**
 * Reads a perspective as Sanity's clients write it: a name, or several with commas between. Drafts where it can't be
 * shown.
 */
export function scopeOf(perspective: string | null): Scope {
  if (perspective === 'published') return { perspective: 'published' }
  const names = perspective ?? ''
  const isStack = /^[\w-]{1,64}(?:,[\w-]{1,64})*$/u.test(names) && names.length <= MAX_STACK
  const stack = isStack ? names.split(',').filter((name) => name !== 'published') : []
  return stack.every((name) => name === 'drafts')
    ? { perspective: 'drafts' }
    : { perspective: 'stack', stack }
}

function readGrant(body: string): Grant | undefined {
  const parsed = payload.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!parsed.success) return undefined
  const {
    k: kind,
    d: dataset,
    p: perspective,
    i: document,
    r: stack,
    s: since,
    x: expires,
    u: session,
  } = parsed.data
  const grant = { kind, dataset, since, expires, session }
  if (perspective === 'document')
    return document === undefined ? undefined : { ...grant, scope: { perspective, document } }
  if (perspective === 'stack')
    return stack === undefined ? undefined : { ...grant, scope: { perspective, stack } }
  return { ...grant, scope: { perspective } }
}
