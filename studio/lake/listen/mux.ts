import type { WebSocket } from 'ws'
import { onMessage, sendMessage } from './message.ts'

/** Answers a path of the lake as if it had been asked over HTTP, in the caller's name. */
type Answer = (
  path: string,
  options: { signal: AbortSignal; headers: Record<string, string> },
) => Promise<Response>

const STREAM_PATH =
  /^\/v(?:1|X|\d{4}-\d{2}-\d{2})\/data\/(?:listen|live\/events)\/production(?:-comments)?(?:\?|$)/
const MAX_STREAMS = 200

/**
 * Carries many event streams over one socket: a browser allows six connections to an HTTP/1.1 server, and
 * one open document in the Studio holds six listeners.
 *
 * In: `{id, path}` opens a stream, with `lastEventId` where it is to go on after one; `{id, close: true}` ends it.
 * Out: `{id, status}` once, `{id, chunk}` as it comes, `{id, end: true}` at its end.
 */
export function carryStreams(socket: WebSocket, answer: Answer): void {
  const open = new Map<number, AbortController>()

  async function start(id: number, path: string, lastEventId: string | undefined): Promise<void> {
    const controller = new AbortController()
    open.set(id, controller)
    try {
      const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      const response = await answer(path, { signal: controller.signal, headers })
      if (response.status >= 500) throw new Error('The lake is away.')
      sendMessage(socket, { id, status: response.status })
      // The session that opened the socket has ended. The next session opens its own.
      if (response.status === 401) socket.close()
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        sendMessage(socket, { id, chunk })
      }
    } catch {
      // The lake is restarting. A Studio reconnects after a lost socket, but not after a refused stream.
      if (!controller.signal.aborted) socket.terminate()
    }
    open.delete(id)
    sendMessage(socket, { id, end: true })
  }

  onMessage(socket, (message) => {
    const id = message['id']
    if (typeof id !== 'number') return
    if (message['close'] === true) return open.get(id)?.abort()
    const path = message['path']
    if (typeof path !== 'string' || !STREAM_PATH.test(path) || open.has(id) || open.size >= MAX_STREAMS) {
      return sendMessage(socket, { id, status: 400, end: true })
    }
    const lastEventId = message['lastEventId']
    void start(id, path, typeof lastEventId === 'string' ? lastEventId : undefined)
  })
  socket.on('close', () => {
    for (const controller of open.values()) controller.abort()
  })
}
