import type { Context } from 'hono'
import { isRecord, type Fields } from '../document.ts'
import { LakeFault } from '../fault.ts'

/** The JSON object a request carries. @throws LakeFault 400 when it carries something else. */
export async function readBody(c: Context): Promise<Fields> {
  const value: unknown = await c.req.json().catch(() => undefined)
  if (isRecord(value)) return value
  throw new LakeFault(400, 'invalidBody', 'The request body is not a JSON object.')
}
