import { WebSocket, type RawData } from 'ws'
import { isRecord, type Fields } from '../document.ts'
import { messageOf } from '../errors.ts'

/**
 * Hands over each message that a socket receives. An error ends this socket: uncaught in a socket's listener, it would
 * end the process.
 */
export function onMessage(socket: WebSocket, take: (message: Fields) => void): void {
  socket.on('message', (data) => {
    try {
      take(readMessage(data))
    } catch (error) {
      console.error(`A message of a socket could not be answered: ${messageOf(error)}`)
      socket.terminate()
    }
  })
}

/** The JSON object a socket received; an empty one for anything else. */
function readMessage(data: RawData): Fields {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

// A peer this far behind would fill memory. It is cut off, and reads everything again when it reconnects.
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** `sendText` with a message as JSON. */
export function sendMessage(socket: WebSocket, message: Fields, mostWaiting?: number): void {
  sendText(socket, JSON.stringify(message), mostWaiting)
}

/**
 * Sends if the socket is open, and cuts off a peer that does not read.
 * @param mostWaiting bytes that it may leave unread
 */
export function sendText(socket: WebSocket, text: string, mostWaiting = MAX_WAITING_BYTES): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > mostWaiting) socket.terminate()
  else socket.send(text)
}
