import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { isRecord } from '../document.ts'
import type { Sender } from '../http/caller.ts'
import { FORWARDING } from '../http/forwarding.ts'
import type { Lake } from '../lake.ts'
import { carryStreams } from './mux.ts'
import { createPresence } from './presence.ts'

/** The lake's WebSockets: `/mux` for listeners, `/v…/socket/production` for presence. */
export interface Sockets {
  /** Takes over an upgrade that `isSocketPath` says is the lake's. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, sender: Sender) => void
  close: () => void
}

const MUX_PATH = /^\/mux(?:\?|$)/
const PRESENCE_PATH = /^\/v(?:1|X|\d{4}-\d{2}-\d{2})\/socket\/production(?:\?|$)/
const MAX_MESSAGE_BYTES = 64 * 1024
/** More tabs than a team has open. Each socket holds a handle and what its reader did not take yet. */
const MAX_SOCKETS = 500
// A peer that vanished never closes its socket, but leaves a ping unanswered. Pings also keep proxies from closing it:
// they commonly do after 30 s of silence.
const PING_MS = 20_000
const REASONS = { 400: 'Bad Request', 403: 'Forbidden', 503: 'Service Unavailable' }

/** Requests a path of the lake on behalf of whoever opened a socket. */
type Answer = (path: string, more?: RequestInit) => Promise<Response>

/** Whether a request target is one of the lake's sockets. */
export function isSocketPath(target: string): boolean {
  return MUX_PATH.test(target) || PRESENCE_PATH.test(target)
}

/**
 * Opens the lake's sockets in the server's own thread. They outlive a restart of the lake: only their streams end, and
 * are opened again.
 */
export function createSockets(fetch: Lake['fetch']): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const presence = createPresence()
  const silent = new WeakSet<WebSocket>()
  const askers = new WeakMap<WebSocket, Answer>()

  /** Ends a socket with its session. Presence sends the lake no request that would notice. */
  async function endWithSession(client: WebSocket): Promise<void> {
    const answer = askers.get(client)
    // A restarting lake can't tell.
    if (answer && (await userOf(answer).catch(() => 503)) === 403) client.terminate()
  }

  const pinging = setInterval(() => {
    for (const client of server.clients) {
      if (silent.has(client)) client.terminate()
      silent.add(client)
      client.ping()
      void endWithSession(client)
    }
  }, PING_MS)
  pinging.unref()

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer, sender: Sender): Promise<void> {
    const origin = originOf(request)
    if (origin === undefined) return refuse(socket, 400)
    // Parsed as a URL and not concatenated, so that a host name can't become part of the path.
    const answer: Answer = (path, more = {}) =>
      fetch(new Request(new URL(path, origin), { ...more, headers: headersOf(request, more) }), sender)
    const known = server.clients.size < MAX_SOCKETS ? await userOf(answer) : 503
    if (typeof known === 'number' || socket.destroyed) {
      refuse(socket, typeof known === 'number' ? known : 400)
      return
    }
    server.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate())
      opened.on('pong', () => silent.delete(opened))
      askers.set(opened, answer)
      if (MUX_PATH.test(request.url ?? '')) carryStreams(opened, answer)
      else presence.join(opened, known)
    })
  }

  return {
    upgrade: (request, socket, head, sender) => {
      // Before anything else: a peer may reset the connection at any moment, and an unhandled error ends the process.
      socket.on('error', () => socket.destroy())
      open(request, socket, head, sender).catch(() => refuse(socket, 400))
    },
    close: () => {
      clearInterval(pinging)
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** Asks the lake, the one place that knows, who the caller is. Returns an id, or why there is none. */
async function userOf(answer: Answer): Promise<string | 403 | 503> {
  const response = await answer('/v1/users/me')
  if (!response.ok) return response.status >= 500 ? 503 : 403
  const user: unknown = await response.json()
  const id = isRecord(user) ? user['id'] : undefined
  return typeof id === 'string' && id !== '' ? id : 403
}

/** The host name that a request was sent to, if it has a valid one. */
function originOf({ headersDistinct: { host = [] } }: IncomingMessage): string | undefined {
  const [name = '', ...others] = host
  const origin = `http://${name}`
  const isName = URL.parse(origin)?.hostname === name.replace(/:\d+$/, '').toLowerCase()
  return isName && others.length === 0 ? origin : undefined
}

// A browser can't send a token with a socket, so tokens are not read here and can't be guessed here.
const TELLING = ['cookie', 'origin', 'sec-fetch-site', ...FORWARDING]

/** What tells the lake who makes the request, and from which page. */
function headersOf({ headers }: IncomingMessage, { headers: more }: RequestInit): Headers {
  const all = new Headers(more)
  for (const name of TELLING) {
    const value = headers[name]
    if (typeof value === 'string') all.set(name, value)
  }
  return all
}

function refuse(socket: Duplex, status: keyof typeof REASONS): void {
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () =>
    socket.destroy(),
  )
}
