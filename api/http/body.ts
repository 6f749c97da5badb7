import type { z } from 'zod'
import { ProblemError, type Problem } from '../contract/problem.ts'
import { invalidFields, lengthRequired, malformed, tooLarge, wrongType } from '../contract/problems.ts'

const MAX_BYTES = 64 * 1_024
/** An HTML form writes a byte that is no plain letter as three. */
const MAX_FORM_BYTES = 3 * MAX_BYTES

/**
 * Reads a body that is JSON, whatever its type says, as its schema takes it.
 * @param limit in bytes
 * @throws ProblemError, with what is wrong with each field
 */
export async function readValues<Values>(
  request: Request,
  schema: z.ZodType<Values>,
  limit: number,
): Promise<Values> {
  const excess = malformed(`Send a JSON object of at most ${limit / 1_024} kB.`)
  return checkValues(schema, parseJson(decode(await readBytes(request, limit, excess))))
}

/** @throws ProblemError, with what is wrong with each value */
export function checkValues<Values>(schema: z.ZodType<Values>, given: unknown): Values {
  const { data, error } = schema.safeParse(given)
  if (error) throw new ProblemError(invalidFields(error.issues))
  return data
}

/** A post's fields, before any validation. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether the sender is an HTML form, which wants a page for an answer. */
export function isFormPost(headers: Headers): boolean {
  return mediaType(headers) === 'application/x-www-form-urlencoded'
}

/**
 * Reads a post's body: JSON objects and HTML forms in UTF-8, at most 64 kB, an encoded form 192 kB.
 * @throws ProblemError
 */
export async function readFields(request: Request): Promise<Fields> {
  const { headers } = request
  const isForm = isFormPost(headers)
  const type = headers.get('content-type') ?? ''
  if (!isForm && mediaType(headers) !== 'application/json') throw new ProblemError(wrongType)
  if (/charset\s*=(?!\s*"?utf-?8\b)/iu.test(type)) throw new ProblemError(wrongType)
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') throw new ProblemError(wrongType)
  if (headers.get('content-length') === null) throw new ProblemError(lengthRequired)
  const text = decode(await readBytes(request, isForm ? MAX_FORM_BYTES : MAX_BYTES, tooLarge))
  return isForm ? readForm(text) : readJson(text)
}

/**
 * Reads a body of at most `limit` bytes. A length that is announced is looked at first; without one, what
 * comes is counted, so that what is too large is never held in memory. Hono's body limit does as much, but
 * throws a body that breaks off as if it were a defect of ours.
 * @throws ProblemError `excess`, or for a body that ended early or did not arrive in the server's time
 */
export async function readBytes(request: Request, limit: number, excess: Problem): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (Number(announced) > limit) throw new ProblemError(excess)
  try {
    // Node lets no more bytes through than were announced, so there is nothing to count.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer())
    return request.body === null ? new Uint8Array() : await readCounted(request.body, limit, excess)
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError(malformed('The body ended before its announced length.'), { cause: error })
  }
}

async function readCounted(
  body: ReadableStream<Uint8Array>,
  limit: number,
  excess: Problem,
): Promise<Uint8Array> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      if (size > limit) throw new ProblemError(excess)
      chunks.push(value)
    }
  } finally {
    // The stream is left as it is: to cancel it would cut the connection before the answer is out.
    reader.releaseLock()
  }
}

function mediaType(headers: Headers): string {
  return (headers.get('content-type')?.split(';')[0] ?? '').trim().toLowerCase()
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError(malformed('The body is not valid UTF-8.'))
  }
}

function readJson(text: string): Fields {
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ProblemError(malformed('The body must be a JSON object with the fields of the form.'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProblemError(malformed('The body is not valid JSON.'))
  }
}

function readForm(text: string): Fields {
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) throw new ProblemError(malformed('A field was sent more than once.'))
    fields[name] = value
  }
  return fields
}
