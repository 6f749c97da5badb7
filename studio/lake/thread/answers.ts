import { messageOf } from '../errors.ts'
import { givenUp } from '../http/queues.ts'
import type { Lake } from '../lake.ts'
import type { FromLake, LakeRequest, ToLake } from './messages.ts'

type CallToLake = Extract<ToLake, { id: number }>
type Send = (message: FromLake, transfer?: ArrayBuffer[]) => void

/** Answers of at least this length cross in parts. In bytes. */
const LONG = 64 * 1024

/** One request while it is answered. */
interface Call {
  abort: AbortController
  /** Passes a part of the request's body to its reader. */
  part?: (bytes: Uint8Array | undefined) => void
  /** Sends the next part of the answer. */
  more?: () => void
}

/** Answers requests from another thread. No body waits in memory for a slow reader. */
export function createAnswers(fetch: Lake['fetch'], send: Send): { take: (message: CallToLake) => void } {
  const calls = new Map<number, Call>()

  async function answer(request: LakeRequest): Promise<void> {
    const { id } = request
    const call: Call = { abort: new AbortController() }
    calls.set(id, call)
    let asked: Request | undefined
    try {
      asked = requestOf(request, call, send)
      const response = await fetch(asked, request.sender)
      const { status } = response
      const headers = [...response.headers]
      if (response.body !== null && isLong(response)) {
        send({ type: 'answer', id, status, headers, body: 'later' })
        sendParts(response.body, call, { send, id, forget: () => calls.delete(id) })
        return
      }
      const body = response.body === null ? undefined : new Uint8Array(await response.arrayBuffer())
      calls.delete(id)
      send({ type: 'answer', id, status, headers, body }, body ? [body.buffer] : [])
    } catch (error) {
      calls.delete(id)
      // A request that can't be constructed, such as a TRACE, is the sender's fault.
      if (asked && !call.abort.signal.aborted)
        console.error(`A request of the lake failed: ${messageOf(error)}`)
      send({ type: 'answer', id, status: 400, headers: [], body: undefined })
    }
  }

  return {
    take: (message) => {
      if (message.type === 'request') {
        void answer(message)
        return
      }
      const call = calls.get(message.id)
      if (message.type === 'abort') call?.abort.abort()
      else if (message.type === 'more') call?.more?.()
      else call?.part?.(message.bytes)
    },
  }
}

/** The request as it came, with a body that is asked for part by part where it comes later. */
function requestOf({ id, method, url, headers, body }: LakeRequest, call: Call, send: Send): Request {
  const { signal } = call.abort
  if (body === undefined) return new Request(url, { method, headers, signal })
  if (body !== 'later') return new Request(url, { method, headers, signal, body: Buffer.from(body) })
  const parts = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const breakOff = (): void => controller.error(givenUp())
        signal.addEventListener('abort', breakOff, { once: true })
      },
      pull: async (controller) => {
        const arriving = Promise.withResolvers<Uint8Array | undefined>()
        call.part = arriving.resolve
        send({ type: 'more', id })
        const bytes = await arriving.promise
        if (bytes === undefined) controller.close()
        else controller.enqueue(bytes)
      },
    },
    { highWaterMark: 0 },
  )
  // Required by `Request` for a body that arrives in parts.
  const init = { method, headers, signal, body: parts, duplex: 'half' }
  return new Request(url, init)
}

/** Sends the body of an answer part by part, each when it is asked for. */
function sendParts(
  body: ReadableStream<Uint8Array>,
  call: Call,
  { send, id, forget }: { send: Send; id: number; forget: () => void },
): void {
  const reader = body.getReader()
  const { signal } = call.abort
  function end(): void {
    forget()
    // Node holds the signal until its request is collected, which what is read here leads to.
    signal.removeEventListener('abort', cancel)
  }
  function cancel(): void {
    end()
    reader.cancel().catch(() => undefined)
  }
  async function sendNext(): Promise<void> {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    if (value === undefined) end()
    send({ type: 'part', id, bytes: value })
  }
  call.more = () => void sendNext()
  signal.addEventListener('abort', cancel)
  // The client may have left before there was an answer.
  if (signal.aborted) cancel()
}

/** Event streams last as long as their reader, and files are read as fast as they are sent. */
function isLong({ headers }: Response): boolean {
  if (headers.get('content-type')?.startsWith('text/event-stream')) return true
  return Number(headers.get('content-length') ?? 0) > LONG
}
