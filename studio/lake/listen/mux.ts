import type { WebSocket } from 'ws'
import { messageOf } from '../fault.ts'
import { readMessage, sendMessage } from './message.ts'

/** Answers a path of the lake as if it had been asked over HTTP, in the caller's name. */
export type Answer = (
  path: string,
  options: { signal: AbortSignal; lastEventId: string | undefined },
) => Promise<Response>

const STREAM_PATH = /^\/v(?:1|X|\d{4}-\d{2}-\d{2})\/data\/(?:listen|live\/events)\/production(?:\?|$)/
const MAX_STREAMS = 200
// A browser this far behind is cut off, and reads everything anew when it connects again.
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/**
 * Carries many event streams over one socket, because a browser allows six connections to an HTTP/1.1 server and
 * one open document in the Studio holds six listeners.
 *
 * In: `{id, path}` opens a stream, with `lastEventId` where it is to go on after one, `{id, close: true}` ends it. Out: `{id, status}` once, `{id, chunk}` as it comes,
 * `{id, end: true}` at its end.
 */
export function carryStreams(socket: WebSocket, answer: Answer): void {
  const open = new Map<number, AbortController>()

  async function start(id: number, path: string, lastEventId: string | undefined): Promise<void> {
    const controller = new AbortController()
    open.set(id, controller)
    try {
      const response = await answer(path, { signal: controller.signal, lastEventId })
      sendMessage(socket, { id, status: response.status })
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
        sendMessage(socket, { id, chunk })
      }
    } catch (error) {
      if (!controller.signal.aborted) console.error(`A listener's stream failed: ${messageOf(error)}`)
    }
    open.delete(id)
    sendMessage(socket, { id, end: true })
  }

  socket.on('message', (data) => {
    const message = readMessage(data)
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
