import { messageOf } from '../errors.ts'
import type { Listeners, Reader } from './listeners.ts'
import { createUnread, type Unread } from './unread.ts'

interface ServerEvent {
  event: string
  data: unknown
  /** What a client names when it resumes. */
  id?: string | undefined
}

/** Sends events; those that are given together also arrive together. */
type Send = (...events: ServerEvent[]) => void

/** Feeds a stream: receives functions to send and to end it, and returns one that stops feeding. */
export type Feed = (send: Send, end: () => void) => () => void

export interface EventStreams {
  /**
   * An answer of server-sent events, which stays open until its reader leaves.
   * @throws LakeError 429 or 503 where there are too many already
   */
  open: (reader: Reader, rewrite: (json: string) => string, feed: Feed) => Response
  /** Ends all streams, when the lake closes. */
  close: () => void
}

const KEEP_ALIVE_MS = 15_000
/** What a stream is answered with. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export function createEventStreams(listeners: Listeners): EventStreams {
  const ends = new Set<() => void>()
  const unreadOf = createUnread()
  return {
    open: (reader, rewrite, feed) => {
      const leave = listeners.join(reader)
      try {
        const parts = { ends, reader, unread: unreadOf(reader.isTrusted), rewrite, feed, leave }
        return new Response(openStream(parts), { headers: STREAM_HEADERS })
      } catch (error) {
        leave()
        throw error
      }
    },
    close: () => {
      for (const end of ends) end()
    },
  }
}

interface Parts {
  ends: Set<() => void>
  reader: Reader
  unread: Unread
  rewrite: (json: string) => string
  feed: Feed
  leave: () => void
}

/** What its reader has not taken yet, each part counted among all that is unread. */
function createBuffer(unread: Unread) {
  const waiting: Uint8Array[] = []
  /** The bytes handed to its reader last, which may still be on their way. */
  let sending = 0
  return {
    /** False if the reader is too far behind for more. */
    add: (bytes: Uint8Array): boolean => {
      if (!unread.add(bytes.length)) return false
      waiting.push(bytes)
      return true
    },
    /** The part to hand over now; undefined if there is none. */
    next: (): Uint8Array | undefined => {
      const next = waiting.shift()
      if (next !== undefined) sending = next.length
      return next
    },
    /** The part handed over last has arrived. */
    taken: (): void => {
      unread.remove(sending)
      sending = 0
    },
    clear: (): void => unread.remove(waiting.splice(0).reduce((sum, { length }) => sum + length, sending)),
  }
}

/**
 * A stream that has ended keeps its place until the buffer was read: otherwise a reader who reads nothing could open one
 * stream after the other.
 */
function openStream({ ends, reader, unread, rewrite, feed, leave }: Parts): ReadableStream<Uint8Array> {
  const { signal } = reader
  const encoder = new TextEncoder()
  const buffer = createBuffer(unread)
  let [isFed, isOpen, isAwaited, stop] = [true, true, false, (): void => {}]
  let keepAlive: NodeJS.Timeout | undefined
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function end(): void {
    if (!isFed) return
    isFed = false
    clearInterval(keepAlive)
    stop()
    ends.delete(end)
    if (isAwaited || signal.aborted) close()
  }

  /** Frees the buffer, read or not. */
  function release(): void {
    if (!isOpen) return
    isOpen = false
    buffer.clear()
    signal.removeEventListener('abort', end)
    leave()
    end()
  }

  function close(): void {
    if (!isOpen) return
    release()
    controller?.close()
  }

  function write(text: string): void {
    if (!isFed) return
    if (!buffer.add(encoder.encode(text))) {
      // A reader that is cut off reads everything again when it reconnects.
      release()
      controller?.error(new Error('The reader is too far behind.'))
      return
    }
    if (isAwaited) sendNext()
  }

  function sendNext(): void {
    const next = buffer.next()
    isAwaited = next === undefined
    if (next === undefined) return isFed ? undefined : close()
    controller?.enqueue(next)
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
        keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
        keepAlive.unref()
        ends.add(end)
        signal.addEventListener('abort', end)
        if (signal.aborted) return end()
        write(':\n\n')
        try {
          stop = feed((...events) => write(events.map((one) => textOf(one, rewrite)).join('')), end)
        } catch (error) {
          console.error(`A listener's stream could not begin: ${messageOf(error)}`)
          end()
        }
        // It may have ended while it began.
        if (!isFed) stop()
      },
      pull: () => {
        buffer.taken()
        sendNext()
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  )
}

function textOf({ event, data, id }: ServerEvent, rewrite: (json: string) => string): string {
  const named = id === undefined ? '' : `id: ${id}\n`
  return `event: ${event}\n${named}data: ${rewrite(JSON.stringify(data))}\n\n`
}
