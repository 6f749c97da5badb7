/** The first and the last of the bytes that are asked for. */
export interface ByteRange {
  start: number
  end: number
}

const RANGE = /^bytes=(\d*)-(\d*)$/i

/**
 * Reads a `Range` header (RFC 9110, 14.2) for an answer of `size` bytes. Undefined where the whole is to be sent: there
 * is no range, more than one, or an invalid one.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = RANGE.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  const last = size - 1
  const range =
    from === ''
      ? { start: Math.max(0, size - Number(to)), end: last }
      : { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) }
  return range.start > last ? 'unsatisfiable' : range
}
