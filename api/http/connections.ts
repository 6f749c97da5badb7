import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from './client-address.ts'
import { openFilesLimit } from './open-files.ts'

/** The open connections of a server. */
export interface Connections {
  add(socket: Socket): void
  /**
   * Notes a request by its answer. If more requests of one connection wait for theirs than any client sends ahead, the
   * connection is closed.
   * @returns whether the request is to be answered
   */
  begin(socket: Socket, response: ServerResponse): boolean
  /** Whether part of an answer is on its way already. */
  isAnswering(socket: Socket): boolean
  /** Closes idle ones at once, the others when they were answered, and all that are left after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

interface State {
  /** The other end's: a visitor's, or that of a proxy. */
  address: string
  responses: Set<ServerResponse>
  /** Bytes that had been read when the last answer was done: more means that another request is arriving. */
  readAtRest: number
}

/** More than one process can serve at a time; each costs a file handle and some kilobytes. */
const MOST = 10_000
/** Handles that are not for connections: databases, releases, logs, threads. */
const RESERVED = 200
const LOOK_MS = 50
/**
 * Requests of a connection whose answers are not sent yet. Node hands on all that a packet holds, 64 kB of them, so that
 * pausing the socket would come too late: each costs 5 kB and more until its answer is read, also where that was there
 * at once. Browsers and proxies send none ahead.
 */
const MAX_AHEAD = 16

/**
 * @param most connections at a time. Beyond, the one that has been idle for longest makes room for a new one. Where none
 * is idle, whoever has the most gives one up to somebody who has fewer: else a single one who asks for much and reads
 * none of it could have all. A crowd with few each keeps what it has, and the new one is refused.
 */
export function createConnections(most = openFilesLimit() - RESERVED): Connections {
  const open = new Map<Socket, State>()

  function isIdle(socket: Socket): boolean {
    const state = open.get(socket)
    return state?.responses.size === 0 && socket.bytesRead === state.readAtRest
  }

  /** Whether it waits for no answer: it sent part of a request at most. */
  function isPartial(socket: Socket): boolean {
    return open.get(socket)?.responses.size === 0
  }

  /** The one that makes room for a new one of this address. */
  function dispensableFor(address: string): Socket | undefined {
    const sockets = [...open.keys()]
    const idle = sockets.find(isIdle)
    if (idle) return idle
    const byAddress = Map.groupBy(sockets, (socket) => open.get(socket)?.address)
    const own = byAddress.get(address)?.length ?? 0
    const largest = [...byAddress.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    if (largest.length <= own + 1) return sockets.find(isPartial)
    return largest.find(isPartial) ?? largest[0]
  }

  function makeRoomFor(address: string): boolean {
    const socket = dispensableFor(address)
    if (!socket) return false
    socket.destroy()
    // Its end is told later, and several may come until then.
    open.delete(socket)
    return true
  }

  return {
    add: (socket) => {
      // After an upgrade nothing else listens for a reset, which would end the process.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => open.delete(socket))
      const address = clientAddress(socket.remoteAddress, undefined, 0)
      if (open.size >= Math.min(most, MOST) && !makeRoomFor(address)) {
        socket.destroy()
        return
      }
      open.set(socket, { address, responses: new Set(), readAtRest: 0 })
    },
    begin: (socket, response) => {
      const state = open.get(socket)
      if (state && state.responses.size >= MAX_AHEAD) socket.destroy()
      // What came in one packet with the request that was too many is handed on after the end.
      if (socket.destroyed) return false
      state?.responses.add(response)
      response.on('close', () => {
        state?.responses.delete(response)
        if (state) state.readAtRest = socket.bytesRead
      })
      return true
    },
    isAnswering: (socket) => [...(open.get(socket)?.responses ?? [])].some(({ headersSent }) => headersSent),
    drain: async (graceMs) => {
      const end = Date.now() + graceMs
      while (open.size > 0 && Date.now() < end) {
        for (const socket of open.keys()) if (isIdle(socket)) socket.destroy()
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
      for (const socket of open.keys()) socket.destroy()
    },
  }
}
