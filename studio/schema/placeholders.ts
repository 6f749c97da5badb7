import type { Path } from '@sanity/types'
import { placeholderFault } from '../../api/contract/placeholders.ts'

/**
 * Says what to do about a value that only stands in until launch; true for anything else.
 * A warning and not an error: the site must go up before its lawyers have answered.
 */
export function checkPlaceholder(value: unknown, { path = [] }: { path?: Path } = {}): true | string {
  return (typeof value === 'string' ? placeholderFault(value, path.map(String).join('.')) : undefined) ?? true
}
