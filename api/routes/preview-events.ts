import type { Grant } from '../services/preview-token.ts'
import type { Previews } from '../services/previews.ts'

/** The open streams of previews. */
export interface PreviewEvents {
  open(this: void, token: string, grant: Grant, signal: AbortSignal): Promise<Response>
  /** Ends all of them, as the server stops. */
  close(): void
}

const keepAliveMs = 15_000
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Streams that say `changed` after each change of the drafts, and `renew` with the address of the pages once
 * the token has a younger one. A stream ends with what its token grants.
 */
export function createPreviewEvents(previews: Previews): PreviewEvents {
  const ends = new Set<() => void>()

  async function open(token: string, grant: Grant, signal: AbortSignal): Promise<Response> {
    const encoder = new TextEncoder()
    let end: (() => void) | undefined
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        const isOver = () => previews.grantOf(token) === undefined
        const unfollow = await previews.follow(() => {
          if (isOver()) end?.()
          else write('event: changed\ndata: {}\n\n')
        })
        const timer = setInterval(() => {
          if (isOver()) return end?.()
          const base = `/preview/${previews.renew(token, grant)}`
          write(base.endsWith(token) ? ':\n\n' : `event: renew\ndata: ${JSON.stringify({ base })}\n\n`)
        }, keepAliveMs)
        timer.unref()
        const stop = () => {
          if (!ends.delete(stop)) return
          clearInterval(timer)
          unfollow()
          signal.removeEventListener('abort', stop)
          controller.close()
        }
        end = stop
        ends.add(stop)
        signal.addEventListener('abort', stop)
        // What changed between the page and this stream is in no event of it.
        write('retry: 1000\nevent: open\ndata: {}\n\n')
        if (signal.aborted) stop()
      },
      cancel: () => end?.(),
    })
    return new Response(body, { headers })
  }

  return {
    open,
    close: () => {
      for (const end of ends) end()
    },
  }
}
