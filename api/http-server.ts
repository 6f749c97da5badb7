import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { malformed, problemResponse } from './errors.ts'
import type { Problem } from './errors.ts'

/** A listening server. */
export interface Listening {
  ok: true
  server: Server
  url: string
  /** Offers each upgrade to `take`; what it does not take is Vite's, or refused. */
  onUpgrade(take: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean): void
  /** Takes no new connection, lets requests in flight end (at most `graceMs`), then closes. */
  drain(graceMs: number): Promise<void>
}

/** Makes a listener of an app's `fetch`. */
export function toListener(fetch: Parameters<typeof getRequestListener>[0]): RequestListener {
  const answer = getRequestListener(fetch)
  return (request, response) => {
    void answer(request, response)
  }
}

/**
 * Opens the port. Slow senders are cut off: 10 s for the headers, 30 s for a whole request,
 * as each held connection costs memory that others need.
 */
export async function listen(
  listener: RequestListener,
  { port, host, headers }: { port: number; host: string; headers: ReadonlyMap<string, string> },
): Promise<Listening | { ok: false; sentence: string }> {
  let draining = false
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      // Tells keep-alive clients to go elsewhere instead of meeting a reset connection.
      if (draining) response.setHeader('connection', 'close')
      listener(request, response)
    },
  )
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket) => void refuse(error, socket, headers),
  )
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(undefined))
  })
  if (failure) return { ok: false, sentence: listenFault(failure, port, host) }

  async function drain(graceMs: number): Promise<void> {
    draining = true
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
    }, graceMs)
    await closed
    clearTimeout(timer)
  }

  const upgraded = new Set<Duplex>()
  function onUpgrade(take: Parameters<Listening['onUpgrade']>[0]): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      upgraded.add(socket)
      socket.once('close', () => upgraded.delete(socket))
      if (take(request, socket, head) || request.headers['sec-websocket-protocol'] === 'vite-hmr') return
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
    })
  }
  return { ok: true, server, url: urlOf(server), onUpgrade, drain }
}

function urlOf(server: Server): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new TypeError('The server listens on no port.')
  const { address, port, family } = bound
  const reachable = address === '::' || address === '0.0.0.0' ? 'localhost' : address
  return `http://${family === 'IPv6' && reachable === address ? `[${address}]` : reachable}:${port}`
}

function listenFault({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken on ${host}: stop the program that holds it, or set PORT to a free one.`
  if (code === 'EACCES') return `PORT ${port} needs more rights: set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine: set HOST to one that is, or to 0.0.0.0.`
  return `The server could not listen on ${host}, port ${port}: ${message}.`
}

/** What can't be parsed never reaches the app, so its answer is written by hand. */
async function refuse(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: ReadonlyMap<string, string>,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = refusal(error.code)
  const body = await problemResponse(problem).text()
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function refusal(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { ...malformed('The headers are larger than 16 kB.'), status: 431, title: 'Headers too large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { ...malformed('The request took too long to arrive.'), status: 408, title: 'Request timeout' }
  return malformed('This is not a well-formed HTTP request.')
}
