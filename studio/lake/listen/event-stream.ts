/** Sends one event; the id is what a client names when it resumes. */
type Send = (event: string, data: unknown, id?: string) => void

/** What feeds a stream: gets its `send` and returns how to stop. */
export type Feed = (send: Send) => () => void

export type EventStreams = {
  /** An answer that stays open as server-sent events until its reader goes away. */
  open: (signal: AbortSignal, rewrite: (json: string) => string, feed: Feed) => Response
  /** Ends all of them, as the lake closes. */
  close: () => void
}

const KEEP_ALIVE_MS = 15_000
// A reader this far behind is cut off, and reads everything anew when it connects again, rather than fill memory.
const MAX_WAITING = 5000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export function createEventStreams(): EventStreams {
  const ends = new Set<() => void>()
  return {
    open: (signal, rewrite, feed) =>
      new Response(openStream(ends, signal, rewrite, feed), { headers: HEADERS }),
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
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let release: (() => void) | undefined
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string): void => {
        if ((controller.desiredSize ?? 0) < -MAX_WAITING) end()
        else controller.enqueue(encoder.encode(text))
      }
      const keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
      keepAlive.unref()
      write(':\n\n')
      const stop = feed((event, data, id) => {
        const named = id === undefined ? '' : `id: ${id}\n`
        write(`event: ${event}\n${named}data: ${rewrite(JSON.stringify(data))}\n\n`)
      })
      release = () => {
        clearInterval(keepAlive)
        stop()
        ends.delete(end)
        signal.removeEventListener('abort', end)
      }
      const end = (): void => {
        release?.()
        controller.close()
      }
      ends.add(end)
      signal.addEventListener('abort', end)
    },
    cancel: () => release?.(),
  })
}
