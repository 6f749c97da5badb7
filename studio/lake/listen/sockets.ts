import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { isRecord } from '../document.ts'
import { FORWARDING } from '../http/forwarding.ts'
import type { Sender } from '../http/guard.ts'
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
/** More than a team has tabs open; each holds a handle and what its reader did not take yet. */
const MAX_SOCKETS = 500
// A peer that vanished never closes its socket: it is known by the ping that it does not answer. Proxies commonly close
// what is silent for 30 s.
const PING_MS = 20_000
const REASONS = { 400: 'Bad Request', 403: 'Forbidden', 503: 'Service Unavailable' }

/** Asks the lake for a path in the name of whoever opened a socket. */
type Answer = (path: string, more?: RequestInit) => Promise<Response>

/** Whether a request target is one of the lake's sockets. */
export function isSocketPath(target: string): boolean {
  return MUX_PATH.test(target) || PRESENCE_PATH.test(target)
}

/**
 * Opens the lake's sockets beside wherever its requests are answered. They outlive a lake that is started again:
 * only their streams end, and are opened anew.
 */
export function createSockets(fetch: Lake['fetch']): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const presence = createPresence()
  const silent = new WeakSet<WebSocket>()
  const askers = new WeakMap<WebSocket, Answer>()

  /** Ends a socket with its session: presence never asks the lake anything that would show that it has ended. */
  async function endWithSession(client: WebSocket): Promise<void> {
    const answer = askers.get(client)
    // Of a lake that is being started again nobody knows.
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
    // Resolved, not joined: no name, however it is spelt, becomes a part of the path.
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
      // First of all: a peer may reset the connection at any moment, and an error that nobody hears ends the process.
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

/** Asks the lake itself who the caller is, as there is one place that knows: an id, or why there is none. */
async function userOf(answer: Answer): Promise<string | 403 | 503> {
  const response = await answer('/v1/users/me')
  if (!response.ok) return response.status >= 500 ? 503 : 403
  const user: unknown = await response.json()
  const id = isRecord(user) ? user['id'] : undefined
  return typeof id === 'string' && id !== '' ? id : 403
}

/** The name that a request was sent to, where it names one, as a name and nothing else. */
function originOf({ headersDistinct: { host = [] } }: IncomingMessage): string | undefined {
  const [name = '', ...others] = host
  const origin = `http://${name}`
  const isName = URL.parse(origin)?.hostname === name.replace(/:\d+$/, '').toLowerCase()
  return isName && others.length === 0 ? origin : undefined
}

// A browser can send no token with a socket, so none is read from one: nobody tries tokens there.
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
