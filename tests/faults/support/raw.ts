import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends bytes as they are. Gives the statuses that came back until the server closed, or `ms` were over. */
export function sendRaw(
  url: string,
  parts: readonly (string | Buffer)[],
  { ms = 15_000, end = false, pauseMs = 0 }: { ms?: number; end?: boolean; pauseMs?: number } = {},
): Promise<{ statuses: number[]; text: string; closed: boolean }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let text = ''
    let closed = false
    const socket = connect({ host: hostname, port: Number(port) })
    const timer = setTimeout(() => socket.destroy(), ms)
    const pauses: NodeJS.Timeout[] = []
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('end', () => {
      closed = true
    })
    socket.on('error', () => {
      closed = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      for (const pause of pauses) clearTimeout(pause)
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => Number(status))
      resolve({ statuses, text, closed })
    })
    for (const [index, part] of parts.entries())
      if (pauseMs === 0) socket.write(part)
      else pauses.push(setTimeout(() => socket.write(part), index * pauseMs))
    if (end) socket.end()
  })
}

/** A well-formed post, except for what `headers` and `body` make of it; the connection closes after the answer. */
export function rawPost(
  body: string | Buffer,
  headers: Record<string, string> = {},
  target = '/api/waitlist',
): Buffer {
  const bytes = Buffer.from(body)
  const all: Record<string, string> = {
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    connection: 'close',
    ...headers,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== '')
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`POST ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'), bytes])
}

/** A client that sends this much, never reads, and does not close when it is told to. */
export async function openSilent(url: string, bytes: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}
