import type { Context } from 'hono'
import { ASSET_ORIGIN } from '../assets/asset.ts'

/** JSON in which the assets' addresses lead to where this reader reached the lake. */
export function replyJson(c: Context, value: unknown): Response {
  return c.body(forReader(c, JSON.stringify(value)), 200, {
    'content-type': 'application/json; charset=utf-8',
  })
}

export function forReader(c: Context, json: string): string {
  return json.replaceAll(ASSET_ORIGIN, c.get('origin'))
}
