import type { Context } from 'hono'
import { LakeError } from '../errors.ts'
import { callerIn } from './caller.ts'
import type { Guard } from './guard.ts'

/** Who asks. */
export interface AnswerReader {
  address: string
  isTrusted: boolean
}

type Body = ReadableStream<Uint8Array>

/** Bounds what answers keep open and in memory, as anybody may send many requests and read no answer. */
export interface UnreadAnswers {
  /**
   * The same body, which counts until it is read or left.
   * @throws LakeError 429 or 503 where too many are unread
   */
  count: (reader: AnswerReader, body: Body) => Body
  /**
   * A body of these bytes, which count as well, as they stay in memory until then.
   * @throws LakeError 429 or 503 where too many or too much is unread
   */
  hold: (reader: AnswerReader, bytes: Uint8Array) => Body
}

interface Limits {
  /** Answers that one address may leave unread; a whole office may share it. */
  ofAddress: number
  /** And all of those together. */
  ofAll: number
  /** Bytes that those may keep in memory. Another may begin while the sum is below this. */
  held: number
  /** Bytes for one address, so that none takes all; a single answer may be longer. */
  heldOfAddress: number
}

const MB = 1024 * 1024
/** Whoever has no token: a quarter of what the lake answers at a time. */
const STRANGERS: Limits = { ofAddress: 60, ofAll: 500, held: 64 * MB, heldOfAddress: 32 * MB }
/** Who has one, of answers of a megabyte and more, as few are that the Studio and the publisher ask for. */
export const EDITORS: Limits = { ofAddress: 60, ofAll: 500, held: 256 * MB, heldOfAddress: 96 * MB }
const RETRY_S = 5
const CHUNK_BYTES = 64 * 1024

interface Unread {
  answers: number
  /** In bytes. */
  held: number
}

export function createUnreadAnswers(limits = STRANGERS): UnreadAnswers {
  const byAddress = new Map<string, Unread>()
  const all: Unread = { answers: 0, held: 0 }

  function change(address: string, held: number, by: 1 | -1): void {
    const own = byAddress.get(address) ?? { answers: 0, held: 0 }
    for (const unread of [all, own]) {
      unread.answers += by
      unread.held += by * held
    }
    if (own.answers === 0) byAddress.delete(address)
    else byAddress.set(address, own)
  }

  function admit({ address, isTrusted }: AnswerReader, body: Body, held: number): Body {
    if (isTrusted) return body
    const own = byAddress.get(address)
    if (own && (own.answers >= limits.ofAddress || own.held + held > limits.heldOfAddress))
      throw tooMany(429, `You have ${own.answers} answers under way already. Read some of them first.`)
    if (all.answers >= limits.ofAll || all.held > limits.held)
      throw tooMany(503, 'Too many answers are under way already. Try again in a moment.')
    change(address, held, 1)
    return untilRead(body, () => change(address, held, -1))
  }

  return {
    count: (reader, body) => admit(reader, body, 0),
    hold: (reader, bytes) => admit(reader, inParts(bytes), bytes.length),
  }
}

export function answerReaderOf(c: Context, guard: Guard): AnswerReader {
  const caller = callerIn(c)
  return { address: caller.address, isTrusted: guard.isTrusted(caller) }
}

/** Copies the bytes part by part, on demand, as many readers may share them at their own pace. */
function inParts(bytes: Uint8Array): Body {
  let at = 0
  return new ReadableStream(
    {
      pull: (controller) => {
        const part = new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES))
        at += part.length
        if (part.length > 0) controller.enqueue(part)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** @param leave is called once: at the end, at an error, or when the reader leaves */
function untilRead(body: Body, leave: () => void): Body {
  const reader = body.getReader()
  // Settles even where nothing was ever read.
  void reader.closed.catch(() => undefined).finally(leave)
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { value, done } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

function tooMany(status: 429 | 503, description: string): LakeError {
  return new LakeError(status, 'tooManyRequests', description, { retryAfter: RETRY_S })
}
