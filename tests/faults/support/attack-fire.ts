import { connect } from 'node:net'
import type { RawRequest } from './attack-corpus.ts'
import { frameBytes } from './attack-frames.ts'
import type { Change, Shot } from './attack-shots.ts'

/** A connection is given up when nothing came for so long: before an answer, and after some of it. */
const SILENT_MS = 2_000
const IDLE_MS = 25
/** How long a connection is held that sends, or reads, no more. */
const HELD_MS = 400
const MAX_TEXT = 400_000

/** Where shots go. `forwarded` writes the headers of a proxy, each shot from another visitor. */
export interface Aim {
  url: string
  forwarded: boolean
}

/** What came back, each byte a character; `refused` when nobody listened. */
export interface Answer {
  text: string
  refused: boolean
}

/** Makes one connection, and resolves when it is gone. */
export function fire(shot: Shot, aim: Aim): Promise<Answer> {
  const { port, host } = new URL(aim.url)
  const { ending, early, frames } = shot
  const request = requestBytes(shot, host, aim.forwarded)
  const following = Buffer.concat(frames.map((one) => frameBytes(one)))
  const isUpgrade = shot.request.headers.some(([name]) => name === 'upgrade')
  return new Promise((resolve) => {
    let text = ''
    let refused = false
    // Each address of the loopback network is another client to what counts clients.
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.0.${shot.from}` })
    let timer = setTimeout(() => socket.destroy(), SILENT_MS)
    let waiting = isUpgrade && !early && following.length > 0

    function send(bytes: Buffer): void {
      if (ending.kind === 'reset')
        socket.write(cut(bytes, ending.at), () => setTimeout(() => socket.resetAndDestroy(), shot.from % 4))
      else if (ending.kind === 'end') socket.end(cut(bytes, ending.at))
      else socket.write(ending.kind === 'stall' ? cut(bytes, ending.at) : bytes)
      if (ending.kind === 'deaf') socket.pause()
      if (ending.kind === 'deaf' || ending.kind === 'stall') hold(HELD_MS)
    }
    function hold(ms: number): void {
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), ms)
    }
    socket.on('connect', () => {
      if (waiting) socket.write(request)
      else send(isUpgrade ? Buffer.concat([request, following]) : request)
    })
    socket.on('data', (chunk: Buffer) => {
      if (text.length < MAX_TEXT) text += chunk.toString('latin1')
      hold(IDLE_MS)
      if (waiting && text.startsWith('HTTP/1.1 101')) {
        waiting = false
        send(following)
      } else if (ending.kind === 'resetOnAnswer') socket.resetAndDestroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      refused ||= error.code === 'ECONNREFUSED'
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ text, refused })
    })
  })
}

function cut(bytes: Buffer, at: number): Buffer {
  return bytes.subarray(0, Math.round(bytes.length * at))
}

function requestBytes({ request, changes, from }: Shot, host: string, forwarded: boolean): Buffer {
  const proxied: RawRequest['headers'] = forwarded
    ? [
        ['x-forwarded-for', `198.51.100.${from}`],
        ['x-forwarded-proto', 'https'],
      ]
    : []
  const name = forwarded ? 'example.com' : host
  let parts: RawRequest = { ...request, headers: [['host', name], ...request.headers, ...proxied] }
  for (const change of changes) parts = changed(parts, change)
  let bytes = written(parts)
  for (const change of changes) {
    if (change.kind === 'bytes') {
      const at = Math.round(bytes.length * change.at)
      const insert = Buffer.from(change.insert, 'latin1')
      bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + change.remove)])
    }
    if (change.kind === 'repeat') bytes = Buffer.concat(Array.from({ length: change.times }, () => bytes))
  }
  return bytes
}

function changed(request: RawRequest, change: Change): RawRequest {
  const { target, headers, body } = request
  switch (change.kind) {
    case 'method':
      return { ...request, method: change.value }
    case 'target': {
      const at = Math.round(target.length * change.at)
      return { ...request, target: target.slice(0, at) + change.insert + target.slice(at) }
    }
    case 'header': {
      // Half the time in the place of the real one, as two of a kind get no further than the parser.
      const others = headers.filter(([name]) => name !== change.name || change.value.length % 2 === 0)
      return { ...request, headers: [...others, [change.name, change.value]] }
    }
    case 'headerTwice':
      return { ...request, headers: [...headers, ...headers.slice(0, 2)] }
    case 'body':
      return { ...request, body: change.value }
    case 'chunked': {
      const size = change.sizes === '1' ? body.length.toString(16) : change.sizes
      const framed = `${size}\r\n${body}\r\n0\r\n\r\n`
      return { ...request, headers: [...headers, ['transfer-encoding', 'chunked']], body: framed }
    }
    case 'bytes':
    case 'repeat':
      break
  }
  // Those change what is written, not what is meant.
  return request
}

function written({ method, target, headers, body }: RawRequest): Buffer {
  const isFramed = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding')
  const length: RawRequest['headers'] =
    isFramed || (body === '' && method !== 'POST') ? [] : [['content-length', String(body.length)]]
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${body}`, 'latin1')
}
