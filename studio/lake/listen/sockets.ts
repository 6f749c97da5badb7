import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { LakeFault } from '../fault.ts'
import { callerOfUpgrade, type Guard } from '../http/guard.ts'
import { AUTHOR } from '../http/user.ts'
import { carryStreams } from './mux.ts'
import { createPresence } from './presence.ts'

export type Sockets = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  close: () => void
}

const PRESENCE_PATH = /^\/v[^/]+\/socket\/production(?:\?|$)/
const MAX_MESSAGE_BYTES = 64 * 1024

/** The lake's WebSockets: `/mux` for listeners, `/v…/socket/production` for presence. */
export function createSockets(guard: Guard, fetch: (request: Request) => Promise<Response>): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const presence = createPresence(AUTHOR)

  return {
    upgrade: (request, socket, head) => {
      const path = request.url ?? ''
      const isMux = /^\/mux(?:\?|$)/.test(path)
      if (!isMux && !PRESENCE_PATH.test(path)) return false
      const caller = callerOfUpgrade(request.headers)
      const refusal = refusalOf(() => guard.check(caller))
      if (refusal !== undefined || (!isMux && !guard.isTrusted(caller))) {
        socket.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n${refusal ?? 'A token is needed.'}`)
        return true
      }
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', () => opened.terminate())
        if (!isMux) return presence.join(opened)
        const { authorization, cookie } = caller
        const known = { ...(authorization && { authorization }), ...(cookie && { cookie }) }
        carryStreams(opened, (target, { signal, lastEventId }) => {
          const headers = lastEventId === undefined ? known : { ...known, 'last-event-id': lastEventId }
          return fetch(new Request(`http://${caller.host}${target}`, { headers, signal }))
        })
      })
      return true
    },
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function refusalOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof LakeFault) return error.message
    throw error
  }
}
