import { getRequestListener, RequestError } from '@hono/node-server'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { OperationalError } from '../contract/operational-error.ts'
import { problemResponse, type Problem } from '../contract/problem.ts'
import { headersTooLarge, internal, malformed, tooSlow, unmetExpectation } from '../contract/problems.ts'
import { createBodyDeadlines } from './body-deadline.ts'
import { createConnections, type Connections } from './connections.ts'
import { openFilesFault } from './open-files.ts'

/** Takes over upgraded connections. */
export interface Upgrades {
  /** Whether this request is to be upgraded. Others are answered as if they had not asked for it. */
  accepts(request: IncomingMessage): boolean
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** A listening server. */
export interface Listening {
  server: Server
  url: string
  onUpgrade(upgrades: Upgrades): void
  /** Takes no new connection, lets requests in flight end (at most `graceMs`), then closes. */
  drain(graceMs: number): Promise<void>
}

/**
 * Makes a listener of an app's `fetch`.
 * @param headers for answers to what no `Request` can be made of, and so never reaches the app
 */
export function toListener(
  fetch: Parameters<typeof getRequestListener>[0],
  headers: ReadonlyMap<string, string> = new Map(),
): RequestListener {
  const handle = getRequestListener(fetch, {
    // HTTP/1.0 names no host, and an address needs one.
    hostname: 'localhost',
    errorHandler: (error) => {
      const isMalformed = error instanceof RequestError
      const response = problemResponse(isMalformed ? malformed(NO_ADDRESS) : internal)
      for (const [name, value] of headers) response.headers.set(name, value)
      return response
    },
  })
  return (request, response) => {
    if (namesUser(request)) answer(response, malformed(NO_ADDRESS), headers)
    else void handle(request, response)
  }
}

const NO_ADDRESS = 'The address of the request, or the name of its host, is none that a server can have.'

export interface ListenOptions {
  port: number
  host: string
  /** For answers to what is no HTTP, and so never reaches the listener. */
  headers: ReadonlyMap<string, string>
  /** How long the headers, the rest of a request, and a pause in reading or writing may last. */
  limitsMs?: { headers: number; request: number; idle: number }
}

/**
 * Opens the port. Each open connection costs memory, so slow senders are cut off, after 10 s for the headers and 30 s
 * for the rest, and so are readers that read nothing for a minute. The lake has limits of its own for uploads.
 * @throws OperationalError when it can't be opened, or this process may open too few files
 */
export async function listen(
  listener: RequestListener,
  { port, host, headers, limitsMs = { headers: 10_000, request: 30_000, idle: 60_000 } }: ListenOptions,
): Promise<Listening> {
  const fault = openFilesFault()
  if (fault !== undefined) throw new OperationalError(fault)
  let draining = false
  let upgrades: Upgrades | undefined
  const connections = createConnections()
  const deadlines = createBodyDeadlines({
    ms: limitsMs.request,
    cut: (socket) => refuse('ERR_HTTP_REQUEST_TIMEOUT', socket, connections, headers),
  })
  const server = createServer(
    {
      headersTimeout: limitsMs.headers,
      // Node's own limit is one for all requests.
      requestTimeout: 0,
      keepAliveTimeout: 5_000,
      // A request without a body needs no stream.
      optimizeEmptyRequests: true,
      connectionsCheckingInterval: Math.min(1_000, limitsMs.headers),
      // Node's own answer to a request without a host has none of our headers.
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => !draining && (upgrades?.accepts(request) ?? false),
    },
    (request, response) => {
      if (!connections.begin(request.socket, response)) return
      deadlines.begin(request, response)
      // Tells keep-alive clients to go elsewhere instead of meeting a reset connection.
      if (draining) response.setHeader('connection', 'close')
      if (namesHost(request)) listener(request, response)
      else answer(response, malformed('A request names one host.'), headers)
    },
  )
  server.timeout = limitsMs.idle
  server.on('connection', (socket) => connections.add(socket))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // In development, the others are Vite's.
    if (upgrades?.accepts(request)) upgrades.take(request, socket, head)
  })
  server.on('checkExpectation', (request, response) => {
    if (connections.begin(request.socket, response)) answer(response, unmetExpectation, headers)
  })
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') return refuse(code, socket, connections, headers)
    // Where this process stood still, headers that came meanwhile are read only after Node looks for late ones.
    const before = connections.begun(socket)
    return setImmediate(() => {
      if (connections.begun(socket) === before) refuse(code, socket, connections, headers)
    })
  })
  await openPort(server, port, host)

  async function drain(graceMs: number): Promise<void> {
    draining = true
    const closed = new Promise((resolve) => server.close(resolve))
    await connections.drain(graceMs)
    await closed
  }

  return {
    server,
    url: urlOf(server),
    onUpgrade: (given) => {
      upgrades = given
    },
    drain,
  }
}

/** @throws OperationalError when it can't be opened */
async function openPort(server: Server, port: number, host: string): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve)
    server.listen(port, host, () => resolve(undefined))
  })
  if (failure) throw new OperationalError(listenFault(failure, port, host), { cause: failure })
  server.on('error', (error) => console.error(`The server's port failed: ${error.message}`))
}

/** A server on all IPv4 addresses is not found by a name that stands for an IPv6 one, nor the reverse. */
const REACHABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': 'localhost' }

function urlOf(server: Server): string {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new TypeError('The server listens on no port.')
  const { address, port, family } = bound
  const reachable = REACHABLE[address] ?? address
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

/** Whether a request names one host, or none in HTTP/1.0, which knows of none. */
function namesHost(request: IncomingMessage): boolean {
  const count = hostCount(request)
  if (count === 0) return request.httpVersion === '1.0'
  return count === 1 && request.headers.host !== ''
}

/** Whether a request asks for a whole URL with a user name or password in it: no `Request` can be made of one. */
function namesUser({ url = '/' }: IncomingMessage): boolean {
  if (url.startsWith('/')) return false
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return username !== '' || password !== ''
}

/** With two `Host` headers, a proxy and this server might each heed a different one. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    // Most names are of another length, and need no comparison.
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Answers a request that the listener is not to see. */
function answer(response: ServerResponse, problem: Problem, headers: ReadonlyMap<string, string>): void {
  response.writeHead(problem.status, {
    ...Object.fromEntries(headers),
    'content-type': 'application/problem+json',
    connection: 'close',
  })
  response.end(JSON.stringify(problem))
}

/** How long a client that was refused has to read why. In ms. */
const FAREWELL_MS = 1_000

/** Answers what can't be parsed or does not arrive; the socket is freed whether that is read or not. */
function refuse(
  code: string | undefined,
  socket: Socket,
  connections: Connections,
  headers: ReadonlyMap<string, string>,
): void {
  // Another answer can't begin in the middle of one.
  if (code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) {
    socket.destroy()
    return
  }
  const problem = refusal(code)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  // What still comes in is read and dropped: closing a socket with unread bytes resets it, and the client loses the
  // answer.
  socket.resume()
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}

function refusal(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow
  return malformed('This is not a well-formed HTTP request.')
}
