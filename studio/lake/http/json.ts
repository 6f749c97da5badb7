import type { Context, MiddlewareHandler } from 'hono'
import { ASSET_ORIGIN } from '../assets/asset.ts'
import { isRecord, type Fields } from '../document.ts'
import { LakeError } from '../errors.ts'
import { callerIn } from './caller.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** The JSON object a request carries. @throws LakeError 400 when it carries something else. */
export async function readBody(c: Context): Promise<Fields> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (isRecord(value)) return value
  throw new LakeError(400, 'invalidBody', 'The request body is not a JSON object.')
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers of at least this length are held here, and counted, until they are read. In characters. */
const LARGE = 1024 * 1024

/** Answers with JSON whose asset addresses have the origin that this reader used. */
export function replyJson(c: Context, value: unknown): Response {
  return c.body(forReader(c, JSON.stringify(value)), 200, { 'content-type': JSON_TYPE })
}

/**
 * The same for JSON text of something that was read. Answers to writes don't pass through here, so none is refused.
 * @throws LakeError 429 or 503 where this reader, or all, left too much unread
 */
export function replyText(c: Context, text: string, type: string): Response {
  const own = forReader(c, text)
  const large = c.get('large')
  if (own.length < LARGE || large === undefined) return c.body(own, 200, { 'content-type': type })
  const bytes = Buffer.from(own)
  const headers = { 'content-type': type, 'content-length': String(bytes.length) }
  const { address } = callerIn(c)
  const body = c.req.method === 'HEAD' ? null : large.hold({ address, isTrusted: false }, bytes)
  return c.newResponse(body, 200, headers)
}

/** JSON as this reader gets it: addresses of assets begin with the origin that was asked. */
export function forReader(c: Context, json: string): string {
  return json.replaceAll(ASSET_ORIGIN, c.get('origin'))
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Where this reader reached the lake: asset addresses lead there. */
    origin: string
    /** What large answers are counted by; absent where nobody counts. */
    large: UnreadAnswers | undefined
  }
}

/**
 * The origin at which a request reached the lake. Behind a proxy that terminates TLS the request itself says `http:`, so
 * a known origin with the same host decides the scheme.
 */
export function rememberOrigin(origins: readonly string[]): MiddlewareHandler {
  const known = new Map(origins.map((origin) => [new URL(origin).host, origin]))
  return async (c, next) => {
    const { host, origin } = new URL(c.req.url)
    c.set('origin', known.get(host) ?? origin)
    await next()
  }
}
