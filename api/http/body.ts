import { lengthRequired, malformed, tooLarge, wrongType } from '../contract/problems.ts'
import type { Problem } from '../contract/problems.ts'
import { readBytes } from './bytes.ts'

const limitBytes = 64 * 1024

/** A post's fields, unchecked, and whether they came from an ordinary HTML form. */
export interface Body {
  fields: Readonly<Record<string, unknown>>
  isForm: boolean
}

/** Whether the sender is an HTML form, which wants a page for an answer. */
export function isFormPost(headers: Headers): boolean {
  return mediaType(headers) === 'application/x-www-form-urlencoded'
}

/** Reads a post's body: JSON objects and HTML forms in UTF-8, at most 64 kB. */
export async function readBody(request: Request): Promise<Body | { problem: Problem }> {
  const { headers } = request
  const isForm = isFormPost(headers)
  const type = headers.get('content-type') ?? ''
  if (!isForm && mediaType(headers) !== 'application/json') return { problem: wrongType }
  if (/charset\s*=(?!\s*"?utf-?8\b)/iu.test(type)) return { problem: wrongType }
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return { problem: wrongType }

  if (headers.get('content-length') === null) return { problem: lengthRequired }
  const bytes = await readBytes(request, limitBytes)
  if (bytes === 'too large') return { problem: tooLarge }
  if (bytes === 'cut') return { problem: malformed('The body ended before its announced length.') }
  const text = decode(bytes)
  if (text === undefined) return { problem: malformed('The body is not valid UTF-8.') }
  return isForm ? readForm(text) : readJson(text)
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type')?.split(';')[0] ?? '').trim().toLowerCase()
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function readJson(text: string): Body | { problem: Problem } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { fields: { ...value }, isForm: false }
  } catch {
    return { problem: malformed('The body is not valid JSON.') }
  }
  return { problem: malformed('The body must be a JSON object with the fields of the form.') }
}

function readForm(text: string): Body | { problem: Problem } {
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return { problem: malformed('A field was sent more than once.') }
    fields[name] = value
  }
  return { fields, isForm: true }
}
