interface OpenOptions {
  signal: AbortSignal | null
  /** The event after which the stream is to go on. */
  lastEventId: string | undefined
}

/** Many event streams over one WebSocket, spoken as the content lake's `/mux` does. */
export interface Streams {
  /** Answers a path of the lake with a stream; rejects with a TypeError, as `fetch` does, when the lake is away. */
  open(path: string, options: OpenOptions): Promise<Response>
}

interface Waiting {
  start(status: number): void
  push(chunk: string): void
  end(): void
  fail(): void
}

interface Message {
  id: number
  status?: number
  chunk?: string
  end?: true
}

/** Opens the socket with the first stream and again after it was lost: callers open their streams anew. */
export function createStreams(address: string): Streams {
  const waiting = new Map<number, Waiting>()
  let socket: Promise<WebSocket> | undefined
  let lastId = 0

  function connect(): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const opening = new WebSocket(address)
      opening.addEventListener('open', () => resolve(opening))
      opening.addEventListener('message', ({ data }) => deliver(JSON.parse(String(data)) as Message))
      opening.addEventListener('close', () => {
        socket = undefined
        reject(lost())
        const broken = [...waiting.values()]
        waiting.clear()
        for (const stream of broken) stream.fail()
      })
    })
  }

  function deliver({ id, status, chunk, end }: Message): void {
    const stream = waiting.get(id)
    if (status !== undefined) stream?.start(status)
    if (chunk !== undefined) stream?.push(chunk)
    if (end === undefined) return
    waiting.delete(id)
    stream?.end()
  }

  async function open(path: string, { signal, lastEventId }: OpenOptions): Promise<Response> {
    socket ??= connect()
    const opened = await socket
    signal?.throwIfAborted()
    const id = ++lastId
    const answer = Promise.withResolvers<Response>()
    const bytes = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        waiting.set(id, {
          start: (status) =>
            answer.resolve(new Response(body, { status, headers: { 'content-type': 'text/event-stream' } })),
          push: (chunk) => controller.enqueue(bytes.encode(chunk)),
          end: () => controller.close(),
          fail: () => stop(controller, lost()),
        })
        signal?.addEventListener('abort', () => {
          hangUp()
          stop(controller, signal.reason)
        })
      },
      cancel: hangUp,
    })

    function hangUp(): void {
      if (waiting.delete(id) && opened.readyState === WebSocket.OPEN)
        opened.send(JSON.stringify({ id, close: true }))
    }
    function stop(controller: ReadableStreamDefaultController, reason: unknown): void {
      answer.reject(reason)
      try {
        controller.error(reason)
      } catch {
        // The reader let go first: there is nobody left to tell.
      }
    }
    opened.send(JSON.stringify({ id, path, lastEventId }))
    return answer.promise
  }
  return { open }
}

function lost(): TypeError {
  return new TypeError('The connection to the content lake was lost.')
}
