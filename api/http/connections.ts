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
  /** How many of its requests were noted. */
  begun(socket: Socket): number
  /** Closes idle ones at once, the others when they were answered, and all that are left after `graceMs`. */
  drain(graceMs: number): Promise<void>
}

/** The sockets of a visitor's address, or of a proxy's. */
interface Address {
  open: Set<Socket>
  /** Those that wait for no answer, and sent part of a request at most. The first has rested for longest. */
  resting: Set<Socket>
}

interface State {
  name: string
  address: Address
  responses: Set<ServerResponse>
  begun: number
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
  // Kept up to date, as a flood of new ones would have all of them looked through for each.
  const addresses = new Map<string, Address>()
  const resting = new Set<Socket>()

  function isIdle(socket: Socket): boolean {
    const state = open.get(socket)
    return state?.responses.size === 0 && socket.bytesRead === state.readAtRest
  }

  function rest(socket: Socket, { address }: State): void {
    address.resting.add(socket)
    resting.add(socket)
  }

  function work(socket: Socket, { address }: State): void {
    address.resting.delete(socket)
    resting.delete(socket)
  }

  function remove(socket: Socket): void {
    const state = open.get(socket)
    if (!state) return
    work(socket, state)
    state.address.open.delete(socket)
    if (state.address.open.size === 0) addresses.delete(state.name)
    open.delete(socket)
  }

  /** The one that makes room for a new one of this address. */
  function dispensableFor(name: string): Socket | undefined {
    for (const socket of resting) if (isIdle(socket)) return socket
    const own = addresses.get(name)?.open.size ?? 0
    let largest: Address | undefined
    for (const address of addresses.values())
      if (address.open.size > (largest?.open.size ?? own + 1)) largest = address
    if (!largest) return first(resting)
    return first(largest.resting) ?? first(largest.open)
  }

  function makeRoomFor(name: string): boolean {
    const socket = dispensableFor(name)
    if (!socket) return false
    socket.destroy()
    // Its end is told later, and several may come until then.
    remove(socket)
    return true
  }

  return {
    add: (socket) => {
      // After an upgrade nothing else listens for a reset, which would end the process.
      socket.on('error', () => socket.destroy())
      socket.once('close', () => remove(socket))
      const name = clientAddress(socket.remoteAddress, undefined, 0)
      if (open.size >= Math.min(most, MOST) && !makeRoomFor(name)) {
        socket.destroy()
        return
      }
      const address = addresses.get(name) ?? { open: new Set(), resting: new Set() }
      addresses.set(name, address)
      address.open.add(socket)
      const state = { name, address, responses: new Set<ServerResponse>(), begun: 0, readAtRest: 0 }
      open.set(socket, state)
      rest(socket, state)
    },
    begin: (socket, response) => {
      const state = open.get(socket)
      if (state && state.responses.size >= MAX_AHEAD) socket.destroy()
      // What came in one packet with the request that was too many is handed on after the end.
      if (socket.destroyed) return false
      if (!state) return true
      state.responses.add(response)
      state.begun += 1
      work(socket, state)
      response.on('close', () => {
        state.responses.delete(response)
        state.readAtRest = socket.bytesRead
        if (state.responses.size === 0 && open.has(socket)) rest(socket, state)
      })
      return true
    },
    begun: (socket) => open.get(socket)?.begun ?? 0,
    isAnswering: (socket) => [...(open.get(socket)?.responses ?? [])].some(({ headersSent }) => headersSent),
    drain: async (graceMs) => {
      const end = performance.now() + graceMs
      while (open.size > 0 && performance.now() < end) {
        for (const socket of open.keys()) if (isIdle(socket)) socket.destroy()
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
      for (const socket of open.keys()) socket.destroy()
    },
  }
}

function first(sockets: ReadonlySet<Socket>): Socket | undefined {
  return sockets.values().next().value
}
