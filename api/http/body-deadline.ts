import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ONE_PIECE_BYTES } from '../../studio/lake/http/forwarding.ts'

/** Cuts off requests whose body does not arrive in time. */
export interface BodyDeadlines {
  /** Starts the clock once a request's headers are there, though its body may not be. */
  begin(request: IncomingMessage, response: ServerResponse): void
}

interface DeadlineOptions {
  /** How long a body may take, in ms. */
  ms: number
  /** Ends the connection of one that took longer. */
  cut: (socket: Socket) => void
}

/** Matched up to the end, as a path with dots may lead elsewhere. */
const UPLOAD = /^\/v(?:\d+|X|\d{4}-\d{2}-\d{2})\/assets\/(?:images|files)\/[\w-]+(?:\?|$)/u

/**
 * Limits how long a body may take to arrive. Uploads have the lake's own limits instead, which count from when their
 * turn comes. The lake answers strangers before it reads a byte.
 */
export function createBodyDeadlines({ ms, cut }: DeadlineOptions): BodyDeadlines {
  // A connection brings one body after the other.
  const timers = new WeakMap<Socket, NodeJS.Timeout>()

  function limit(request: IncomingMessage): void {
    const { socket } = request
    const timer = setTimeout(() => {
      // Where this process stood still, a body that came meanwhile is read only after the timers.
      setImmediate(() => {
        if (!request.complete) cut(socket)
      })
    }, ms)
    timer.unref()
    // A body that was answered before its end gets no 'close' event: the timer would keep both in memory.
    if (!timers.has(socket)) socket.once('close', () => clearTimeout(timers.get(socket)))
    timers.set(socket, timer)
    request.once('close', () => clearTimeout(timer))
  }

  return {
    begin: (request, response) => {
      // Most requests have no body.
      if (request.readableEnded) return
      const isUpload = request.method === 'POST' && UPLOAD.test(request.url ?? '')
      if (isUpload) waitForTurn(request.socket, response)
      if (!isUpload || isShort(request)) limit(request)
    },
  }
}

function isShort({ headers }: IncomingMessage): boolean {
  // The lake asks who sends it only once all of such a body has arrived. A body in chunks announces no length.
  return Number(headers['content-length'] ?? Infinity) <= ONE_PIECE_BYTES
}

/** Keeps the connection of an upload open that waits for its turn: nothing is sent on it meanwhile. */
function waitForTurn(socket: Socket, response: ServerResponse): void {
  response.on('timeout', () => {
    if (response.headersSent) socket.destroy()
    // The idle timer has fired, so it is set again.
    else socket.setTimeout(socket.timeout ?? 0)
  })
}
