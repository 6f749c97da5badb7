import type { Sender } from '../http/caller.ts'
import { ONE_PIECE_BYTES } from '../http/forwarding.ts'
import type { FromLake, ToLake } from './messages.ts'

type Send = (message: ToLake, transfer?: ArrayBuffer[]) => void
type CallFromLake = Extract<FromLake, { id: number }>

/** The pending requests to a lake's thread. */
export interface Calls {
  ask: (request: Request, sender: Sender | undefined) => Promise<Response>
  take: (message: CallFromLake) => void
  count: () => number
  /**
   * Ends all of them, as the thread is gone: those without an answer yet get this one, and so do all that come after.
   */
  fail: (answer: () => Response) => void
}

interface Call {
  answer: (response: Response) => void
  abort: () => void
  /**
   * Takes `abort` off the request's signal. Node holds the signal of a request with a body until that request is
   * collected: a listener that still leads to it would hold both for ever.
   */
  letGo: () => void
  /** Sends the next part of the request's body. */
  more?: () => void
  /** Takes a part of the answer; none at its end. */
  part?: (bytes: Uint8Array | undefined) => void
  /** The answer breaks off. */
  breakOff?: () => void
}

/** Sends requests to a thread that runs `createAnswers`, and receives its answers. */
export function createCalls(send: Send): Calls {
  const calls = new Map<number, Call>()
  let lastId = 0
  let over: (() => Response) | undefined

  async function ask(request: Request, sender: Sender | undefined): Promise<Response> {
    const id = ++lastId
    const { signal, method, url } = request
    const body = await bodyOf(request).catch(() => 'broken' as const)
    if (body === 'broken' || signal.aborted) return new Response(null, { status: 400 })
    // The thread ended while the body was still coming, and hears of nothing any more.
    if (over !== undefined) return over()
    return new Promise<Response>((resolve) => {
      const abort = (): void => {
        if (end(id)) {
          send({ type: 'abort', id })
          // No more parts arrive. The body's reader may not know that the request was given up.
          call.breakOff?.()
        }
        // Nobody reads it.
        resolve(new Response(null, { status: 400 }))
      }
      const letGo = (): void => signal.removeEventListener('abort', abort)
      const call: Call = { abort, letGo, answer: resolve }
      if (body instanceof ReadableStream) call.more = sendParts(call, { send, id, body })
      calls.set(id, call)
      signal.addEventListener('abort', abort)
      const crossing = body instanceof ReadableStream ? 'later' : body
      send({ type: 'request', id, method, url, headers: [...request.headers], sender, body: crossing })
    })
  }

  /** True the first time. */
  function end(id: number): boolean {
    calls.get(id)?.letGo()
    return calls.delete(id)
  }

  function answerOf(
    { id, status, headers, body }: Extract<CallFromLake, { type: 'answer' }>,
    call: Call,
  ): Response {
    if (body === 'later')
      return new Response(partsOf(call, { send, id, end: () => end(id) }), { status, headers })
    end(id)
    const isBare = body === undefined || status === 204 || status === 304
    return new Response(isBare ? null : body, { status, headers })
  }

  return {
    ask,
    take: (message) => {
      const call = calls.get(message.id)
      if (!call) return
      if (message.type === 'answer') call.answer(answerOf(message, call))
      else if (message.type === 'more') call.more?.()
      else call.part?.(message.bytes)
    },
    count: () => calls.size,
    fail: (answer) => {
      over = answer
      for (const [id, { breakOff, answer: give }] of calls) {
        end(id)
        if (breakOff) breakOff()
        else give(answer())
      }
    },
  }
}

async function bodyOf(request: Request): Promise<Uint8Array | ReadableStream<Uint8Array> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return undefined
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return length <= ONE_PIECE_BYTES ? new Uint8Array(await request.arrayBuffer()) : request.body
}

/** Reads a request's body part by part; what it returns sends the next one. */
function sendParts(
  call: Call,
  { send, id, body }: { send: Send; id: number; body: ReadableStream<Uint8Array> },
): () => void {
  const reader = body.getReader()
  return () => {
    reader.read().then(
      ({ value }) => send({ type: 'part', id, bytes: value }),
      // The client went away in the middle of its own body.
      () => call.abort(),
    )
  }
}

/**
 * The body of an answer that comes part by part, each when its reader has room for it.
 * @param reply `end` tells whether the call was under way until now
 */
function partsOf(
  call: Call,
  { send, id, end }: { send: Send; id: number; end: () => boolean },
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // A normal end, after which readers of events reconnect.
        call.breakOff = () => controller.close()
      },
      pull: async (controller) => {
        const arriving = Promise.withResolvers<Uint8Array | undefined>()
        call.part = arriving.resolve
        send({ type: 'more', id })
        const bytes = await arriving.promise
        if (bytes !== undefined) controller.enqueue(bytes)
        else if (end()) controller.close()
      },
      cancel: () => {
        // A cancelled body is closed already.
        delete call.breakOff
        call.abort()
      },
    },
    { highWaterMark: 0 },
  )
}
