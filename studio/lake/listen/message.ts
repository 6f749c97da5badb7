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

export function sendMessage(socket: WebSocket, message: Fields): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}
