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
 * Streams that say which `moment` of the drafts pages show, at first and after each change, and `renew` with the address of the pages once
 * the token has a younger one. A stream ends with what its token grants.
 */
export function createPreviewEvents(previews: Previews): PreviewEvents {
  const ends = new Set<() => void>()

  async function open(token: string, grant: Grant, signal: AbortSignal): Promise<Response> {
    const encoder = new TextEncoder()
    let letGo: (() => void) | undefined
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        const isOver = () => previews.grantOf(token) === undefined
        let unfollow: (() => void) | undefined
        const timer = setInterval(() => {
          if (isOver()) return stop()
          const base = `/preview/${previews.renew(token, grant)}`
          write(base.endsWith(token) ? ':\n\n' : `event: renew\ndata: ${JSON.stringify({ base })}\n\n`)
        }, keepAliveMs)
        timer.unref()
        letGo = () => {
          clearInterval(timer)
          unfollow?.()
          signal.removeEventListener('abort', stop)
          ends.delete(stop)
        }
        const stop = () => {
          if (!ends.has(stop)) return
          letGo?.()
          controller.close()
        }
        ends.add(stop)
        signal.addEventListener('abort', stop)
        write('retry: 1000\n\n')
        unfollow = await previews.follow((moment) => {
          if (!ends.has(stop)) return
          if (isOver()) stop()
          else write(`event: moment\ndata: ${JSON.stringify({ moment })}\n\n`)
        })
        if (!ends.has(stop)) unfollow()
      },
      cancel: () => letGo?.(),
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
