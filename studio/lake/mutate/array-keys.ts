import { randomBytes } from 'node:crypto'
import { isRecord } from '../document.ts'
import { isCreate, type Operation } from './operation.ts'

/**
 * Writes a `_key` into each object of an array that has none: what `autoGenerateArrayKeys` asks for. It goes from value
 * to value rather than into each other, as a request may nest them deeper than calls can be.
 */
export function addArrayKeys(operation: Operation): void {
  const { set, setIfMissing, insert } = operation.body
  const items = isRecord(insert) ? insert['items'] : undefined
  const values: unknown[] = isCreate(operation) ? [operation.body] : [set, setIfMissing, items]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const item of Object.values(value)) {
      if (Array.isArray(value) && isRecord(item)) item['_key'] ??= randomBytes(6).toString('hex')
      values.push(item)
    }
  }
}
