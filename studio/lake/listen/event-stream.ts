import { messageOf } from '../errors.ts'
import type { Listeners, Reader } from './listeners.ts'

/** Sends one event; the id is what a client names when it resumes. */
type Send = (event: string, data: unknown, id?: string) => void

/** What feeds a stream: gets how to send and how to end it, and returns how to stop feeding. */
export type Feed = (send: Send, end: () => void) => () => void

export interface EventStreams {
  /**
   * An answer that stays open as server-sent events until its reader goes away.
   * @throws LakeError 429 or 503 where there are too many already
   */
  open: (reader: Reader, rewrite: (json: string) => string, feed: Feed) => Response
  /** Ends all of them, as the lake closes. */
  close: () => void
}

const KEEP_ALIVE_MS = 15_000
// A reader this far behind is cut off, and reads everything anew when it connects again, rather than fill memory.
const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** What a stream is answered with. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export function createEventStreams(listeners: Listeners): EventStreams {
  const ends = new Set<() => void>()
  return {
    open: (reader, rewrite, feed) => {
      const leave = listeners.join(reader)
      try {
        const stream = openStream(ends, reader.signal, rewrite, feed, leave)
        return new Response(stream, { headers: STREAM_HEADERS })
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

function openStream(
  ends: Set<() => void>,
  signal: AbortSignal,
  rewrite: (json: string) => string,
  feed: Feed,
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let [isOpen, stop] = [true, (): void => {}]
  let keepAlive: NodeJS.Timeout | undefined
  let close: (() => void) | undefined

  function release(): void {
    if (!isOpen) return
    isOpen = false
    clearInterval(keepAlive)
    stop()
    ends.delete(end)
    signal.removeEventListener('abort', end)
    leave()
  }

  function end(): void {
    if (!isOpen) return
    release()
    close?.()
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        close = () => controller.close()
        const write = (text: string): void => {
          if (!isOpen) return
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) end()
          else controller.enqueue(encoder.encode(text))
        }
        keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
        keepAlive.unref()
        ends.add(end)
        signal.addEventListener('abort', end)
        if (signal.aborted) return end()
        write(':\n\n')
        try {
          stop = feed((event, data, id) => {
            const named = id === undefined ? '' : `id: ${id}\n`
            write(`event: ${event}\n${named}data: ${rewrite(JSON.stringify(data))}\n\n`)
          }, end)
        } catch (error) {
          console.error(`A listener's stream could not begin: ${messageOf(error)}`)
          end()
        }
        // It may have ended while it began.
        if (!isOpen) stop()
      },
      cancel: release,
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
}
