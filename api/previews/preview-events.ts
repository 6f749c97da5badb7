import { problemResponse } from '../contract/problem.ts'
import { tooManyStreams } from '../contract/problems.ts'
import { brokenOff } from '../http/answers.ts'
import type { Grant } from './preview-token.ts'
import type { Previews } from './previews.ts'

/** Somebody who wants to hear of changes. */
interface Follower {
  token: string
  grant: Grant
  /** Where the request comes from, as limits count it. */
  client: string
  method: string
  signal: AbortSignal
}

/** The open streams of previews. */
export interface PreviewEvents {
  open(this: void, follower: Follower): Response
  /** Ends all of them, as the server stops. */
  close(): void
}

const KEEP_ALIVE_MS = 15_000
/** Of one address, which a whole office may share, of all with share links, and of all. */
const MAX_PER_CLIENT = 60
const MAX_OF_LINKS = 500
const MAX_IN_ALL = 1_000
/** How many lines may wait for a reader. One who leaves more unread is taken for gone. */
const MAX_UNREAD = 32
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Streams that say which `moment` of the drafts pages show, at first and after each change. `renew` brings the address
 * of the pages under a newer token, once there is one. A stream ends when its token does, when its reader leaves, and
 * with its first error, which `onError` gets.
 */
export function createPreviewEvents(previews: Previews, onError: (error: unknown) => void): PreviewEvents {
  const streams: Streams = new Map()

  /** Share links leave room for editors, whom nobody of so many addresses can then keep out. */
  function hasRoom({ client, grant }: Follower): boolean {
    const open = [...streams.values()]
    if (open.length >= MAX_IN_ALL) return false
    if (open.filter((other) => other.client === client).length >= MAX_PER_CLIENT) return false
    return grant.kind === 'editor' || open.filter(({ kind }) => kind === 'share').length < MAX_OF_LINKS
  }

  return {
    open: (follower) => {
      // A request for the headers alone opens nothing.
      if (follower.method === 'HEAD') return new Response(null, { headers: HEADERS })
      return hasRoom(follower)
        ? new Response(openStream(follower, { previews, streams, onError }), { headers: HEADERS })
        : problemResponse(tooManyStreams)
    },
    close: () => {
      for (const end of streams.keys()) end()
    },
  }
}

/** How to end each stream that is open, and whose it is. */
type Streams = Map<() => void, { client: string; kind: Grant['kind'] }>

interface StreamParts {
  previews: Previews
  /** All that are open: this one is among them until it ends. */
  streams: Streams
  onError: (error: unknown) => void
}

/** Opens the stream of one reader. */
function openStream(
  { token, grant, client, signal }: Follower,
  { previews, streams, onError }: StreamParts,
): ReadableStream<Uint8Array> {
  const lines = createLines(() => void letGo())
  let unfollow: (() => void) | undefined
  let tail = Promise.resolve()
  const timer = setInterval(() => {
    attempt(async () => {
      const base = `/preview/${await previews.renew(token, grant)}`
      write(base.endsWith(token) ? ':\n\n' : `event: renew\ndata: ${JSON.stringify({ base })}\n\n`)
    })
  }, KEEP_ALIVE_MS)
  timer.unref()

  /** Frees all that the stream holds. Returns whether it was open. */
  function letGo(): boolean {
    clearInterval(timer)
    unfollow?.()
    signal.removeEventListener('abort', end)
    return streams.delete(end)
  }

  function end(): void {
    if (letGo()) lines.close()
  }

  function fail(error: unknown): void {
    if (!streams.has(end)) return
    onError(error)
    end()
  }

  /** Does something for the reader, in turn, as long as they may hear of drafts. */
  function attempt(act: () => void | Promise<void>): void {
    const before = tail
    tail = (async () => {
      await before
      try {
        if (!streams.has(end)) return
        if (await previews.grantOf(token)) await act()
        else end()
      } catch (error) {
        fail(error)
      }
    })()
  }

  function write(text: string): void {
    if (!lines.write(text) && letGo()) lines.breakOff()
  }

  async function follow(): Promise<void> {
    try {
      unfollow = await previews.follow((moment) =>
        attempt(() => write(`event: moment\ndata: ${JSON.stringify({ moment })}\n\n`)),
      )
      if (!streams.has(end)) unfollow()
    } catch (error) {
      fail(error)
    }
  }

  streams.set(end, { client, kind: grant.kind })
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  attempt(() => write('retry: 1000\n\n'))
  void follow()
  return lines.body
}

/** The lines of a stream on their way to its reader. */
interface Lines {
  body: ReadableStream<Uint8Array>
  /** False if the reader leaves too many unread. */
  write(this: void, text: string): boolean
  close(this: void): void
  /** Closes the connection too, with what waits in it. */
  breakOff(this: void): void
}

function createLines(onCancel: () => void): Lines {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => {
        controller = own
      },
      cancel: onCancel,
    },
    { highWaterMark: MAX_UNREAD },
  )
  return {
    body,
    write: (text) => {
      controller?.enqueue(encoder.encode(text))
      return (controller?.desiredSize ?? 1) > 0
    },
    close: () => controller?.close(),
    breakOff: () => controller?.error(brokenOff('The reader takes nothing.')),
  }
}
