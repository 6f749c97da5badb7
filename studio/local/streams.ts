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

interface Line {
  socket: WebSocket
  /** Gives it time to bring something from now on. */
  expectNews: () => void
}

/** Three times as long as the content lake is ever silent on a stream. A proxy can swallow all and close nothing. */
const SILENCE_MS = 45_000

/** Opens the socket with the first stream and again after it was lost: callers open their streams anew. */
export function createStreams(address: string): Streams {
  const waiting = new Map<number, Waiting>()
  let line: Promise<Line> | undefined
  let lastId = 0

  function connect(): Promise<Line> {
    return openLine(address, {
      isIdle: () => waiting.size === 0,
      deliver,
      onLost: () => {
        line = undefined
        const broken = [...waiting.values()]
        waiting.clear()
        for (const stream of broken) stream.fail()
      },
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
    line ??= connect()
    const { socket, expectNews } = await line
    signal?.throwIfAborted()
    // It was silent for as long as nobody asked.
    if (waiting.size === 0) expectNews()
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
      if (waiting.delete(id) && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ id, close: true }))
    }
    function stop(controller: ReadableStreamDefaultController, reason: unknown): void {
      answer.reject(reason)
      try {
        controller.error(reason)
      } catch {
        // The reader let go first: there is nobody left to tell.
      }
    }
    socket.send(JSON.stringify({ id, path, lastEventId }))
    return answer.promise
  }
  return { open }
}

interface LineParts {
  /** Whether nobody waits for anything, so that silence says nothing. */
  isIdle: () => boolean
  deliver: (message: Message) => void
  onLost: () => void
}

/** Opens a socket; rejects where that fails. One that is silent for too long counts as lost. */
function openLine(address: string, { isIdle, deliver, onLost }: LineParts): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const over = new AbortController()
    const { signal } = over
    let silence: ReturnType<typeof setTimeout> | undefined

    function expectNews(): void {
      clearTimeout(silence)
      silence = setTimeout(() => {
        if (!isIdle() || socket.readyState !== WebSocket.OPEN) lose()
      }, SILENCE_MS)
    }
    function lose(): void {
      // What it still brings, and its end, is nothing to the next one.
      over.abort()
      clearTimeout(silence)
      socket.close()
      reject(lost())
      onLost()
    }
    function hear({ data }: MessageEvent): void {
      expectNews()
      deliver(JSON.parse(String(data)) as Message)
    }
    socket.addEventListener('open', () => resolve({ socket, expectNews }), { signal })
    socket.addEventListener('close', lose, { signal })
    socket.addEventListener('message', hear, { signal })
    expectNews()
  })
}

function lost(): TypeError {
  return new TypeError('The connection to the content lake was lost.')
}
