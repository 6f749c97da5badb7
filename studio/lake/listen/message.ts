import { WebSocket, type RawData } from 'ws'
import { isRecord, type Fields } from '../document.ts'

/** The JSON object a socket received; an empty one for anything else. */
export function readMessage(data: RawData): Fields {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

// A peer this far behind is cut off, and reads everything anew when it connects again, rather than fill memory.
const MAX_WAITING_BYTES = 16 * 1024 * 1024

export function sendMessage(socket: WebSocket, message: Fields): void {
  sendText(socket, JSON.stringify(message))
}

/** Sends where the socket is open, and cuts off a peer that does not read. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
  else socket.send(text)
}
