interface OpenOptions {
  signal: AbortSignal | null
  /** Id of the event after which to resume. */
  lastEventId: string | undefined
}

/** Many event streams over one WebSocket, in the protocol of the lake's `/mux`. */
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
  /** Restarts the time in which it must bring something. */
  expectNews: () => void
}

/** Three times the longest silence of a healthy stream. A proxy may swallow everything and close nothing. */
const SILENCE_MS = 45_000

/** Opens the socket with the first stream, and again after it was lost. Callers reopen their streams. */
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
    // Without streams, the socket was rightly silent.
    if (waiting.size === 0) expectNews()
    const id = ++lastId
    const { answer, stream } = openAnswer(signal, () => {
      if (waiting.delete(id) && socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ id, close: true }))
    })
    waiting.set(id, stream)
    socket.send(JSON.stringify({ id, path, lastEventId }))
    return answer
  }
  return { open }
}

/**
 * The answer to one stream, and what fills it.
 * @param hangUp called when its reader leaves
 */
function openAnswer(
  signal: AbortSignal | null,
  hangUp: () => void,
): { answer: Promise<Response>; stream: Waiting } {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Response>()
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: hangUp,
  })

  function stop(reason: unknown): void {
    reject(reason)
    try {
      controller?.error(reason)
    } catch {
      // The reader cancelled first, so there is nobody to tell.
    }
  }
  signal?.addEventListener('abort', () => {
    hangUp()
    stop(signal.reason)
  })
  const headers = { 'content-type': 'text/event-stream' }
  return {
    answer,
    stream: {
      start: (status) => resolve(new Response(body, { status, headers })),
      push: (chunk) => controller?.enqueue(encoder.encode(chunk)),
      end: () => controller?.close(),
      fail: () => stop(lost()),
    },
  }
}

interface LineParts {
  /** Whether no stream is open, so that silence means nothing. */
  isIdle: () => boolean
  deliver: (message: Message) => void
  onLost: () => void
}

/** Opens a socket; rejects if that fails. A socket that is silent for too long counts as lost. */
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
      // Late messages and the close of the old socket must not reach the next one.
      over.abort()
      clearTimeout(silence)
      socket.close()
      reject(lost())
      onLost()
    }
    function hear({ data }: MessageEvent): void {
      expectNews()
      const message = JSON.parse(String(data)) as Message
      // A socket keeps the session it was opened with, so after signing in again its streams are still refused.
      if (message.status === 401) lose()
      else deliver(message)
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
