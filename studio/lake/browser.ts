import { createClient, type ClientConfig, type SanityClient } from '@sanity/client'

type Stream = {
  start: (status: number) => void
  write: (chunk: string) => void
  end: () => void
  fail: (error: unknown) => void
}

type Message = { id: number; status?: number; chunk?: string; end?: boolean }

const STREAM_PATH = /^\/v(?:1|X|\d{4}-\d{2}-\d{2})\/data\/(?:listen|live\/events)\//

const CLOSED = 'The connection to the content lake is closed.'

/**
 * Makes the clients of a Studio that runs on the local content lake, at the lake's own origin. Pass it as
 * `unstable_clientFactory`.
 */
export function createLakeClientFactory(origin: string): (config: ClientConfig) => SanityClient {
  const fetch = createLakeFetch(origin)
  // The Studio warns of HTTP/1.1 and its few connections, which do not matter here: nothing waits for a listener.
  globalThis.sessionStorage?.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
  // One function for all clients: they share what they hear by it.
  const resolveFetch = (): typeof fetch => fetch
  return (config) => createClient({ ...config, apiHost: origin, useProjectHostname: false, resolveFetch })
}

/**
 * A `fetch` that carries the lake's event streams over one WebSocket and leaves the rest to the browser, which allows
 * six connections to a server: one open document in the Studio holds six listeners, and a seventh request would wait
 * for ever. When the socket closes, every stream fails, and Sanity's client connects again.
 */
function createLakeFetch(origin: string): typeof globalThis.fetch {
  const plainFetch = globalThis.fetch.bind(globalThis)
  const streams = new Map<number, Stream>()
  let opening: Promise<WebSocket> | undefined
  let lastId = 0

  function connect(): Promise<WebSocket> {
    opening ??= new Promise((resolve, reject) => {
      const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/mux`)
      socket.addEventListener('open', () => resolve(socket))
      socket.addEventListener('message', ({ data }) => deliver(streams, String(data)))
      socket.addEventListener('close', () => {
        opening = undefined
        const error = new TypeError(CLOSED)
        for (const stream of streams.values()) stream.fail(error)
        streams.clear()
        reject(error)
      })
    })
    return opening
  }

  async function openStream(path: string, signal: AbortSignal | null | undefined): Promise<Response> {
    signal?.throwIfAborted()
    const socket = await connect()
    if (socket.readyState !== WebSocket.OPEN) throw new TypeError(CLOSED)
    const id = ++lastId
    const stop = (): void => {
      if (streams.delete(id) && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ id, close: true }))
    }
    return new Promise((resolve, reject) => {
      const stream = createStream(resolve, reject, stop)
      streams.set(id, stream)
      signal?.addEventListener('abort', () => {
        stop()
        stream.fail(signal.reason)
      })
      socket.send(JSON.stringify({ id, path }))
    })
  }

  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin || !STREAM_PATH.test(url.pathname)) return plainFetch(input, init)
    return openStream(
      url.pathname + url.search,
      init?.signal ?? (input instanceof Request ? input.signal : null),
    )
  }
}

/** Resolves with a response as soon as its status is known, and feeds its body from then on. */
function createStream(
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
  cancel: () => void,
): Stream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own), cancel })
  let isOver = false

  function finish(how: () => void): void {
    if (isOver) return
    isOver = true
    how()
  }

  return {
    start: (status) => {
      const type = status === 200 ? 'text/event-stream' : 'application/json'
      resolve(new Response(body, { status, headers: { 'content-type': type } }))
    },
    write: (chunk) => {
      if (!isOver) controller?.enqueue(encoder.encode(chunk))
    },
    end: () => finish(() => controller?.close()),
    fail: (error) =>
      finish(() => {
        reject(error)
        controller?.error(error)
      }),
  }
}

function deliver(streams: Map<number, Stream>, text: string): void {
  const { id, status, chunk, end }: Message = JSON.parse(text)
  const stream = streams.get(id)
  if (status !== undefined) stream?.start(status)
  if (chunk !== undefined) stream?.write(chunk)
  if (end !== true) return
  stream?.end()
  streams.delete(id)
}
