import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isRecord, type Fields } from '../document.ts'
import { onMessage, sendMessage, sendText } from './message.ts'

interface Member {
  userId: string
  subscriptions: Set<string>
  session: string | undefined
}

export interface Presence {
  /** @param userId whom the others are told that this is */
  join: (socket: WebSocket, userId: string) => void
}

// The client takes a socket without this for dead.
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 10_000
// A Studio subscribes once.
const MAX_SUBSCRIPTIONS = 20
/** Where others are is a kilobyte or so of each: a Studio that is this far behind asks for all of it anew. */
const MAX_WAITING_BYTES = 256 * 1024

/** Tells the Studios that are open where the others are: Sanity's JSON-RPC over a socket. */
export function createPresence(): Presence {
  const members = new Map<WebSocket, Member>()

  function tellOthers(sender: WebSocket, userId: string, news: Fields): void {
    for (const [socket, { subscriptions }] of members) {
      if (socket === sender) continue
      for (const subscription of subscriptions) {
        const params = { subscription, result: { i: userId, ...news } }
        send(socket, { method: 'presence_subscription', params })
      }
    }
  }

  function answer(socket: WebSocket, member: Member, method: unknown, params: Fields): unknown {
    switch (method) {
      case 'presence_subscribe': {
        const subscription = randomBytes(6).toString('hex')
        if (member.subscriptions.size >= MAX_SUBSCRIPTIONS) member.subscriptions.clear()
        member.subscriptions.add(subscription)
        return subscription
      }
      case 'presence_unsubscribe': {
        const { subscriptionId } = params
        if (typeof subscriptionId === 'string') member.subscriptions.delete(subscriptionId)
        break
      }
      case 'presence_rollcall':
        // It is told once more when the socket has closed, where nobody hears an error.
        if (typeof params['session'] === 'string') member.session = params['session']
        tellOthers(socket, member.userId, { type: 'rollCall', session: params['session'] })
        break
      case 'presence_announce':
        tellOthers(socket, member.userId, { type: 'state', m: params['data'] })
        break
      case 'presence_disconnect':
        tellOthers(socket, member.userId, { type: 'disconnect', m: { session: params['session'] } })
        break
    }
    return 'OK'
  }

  return {
    join: (socket, userId) => {
      const member: Member = { userId, subscriptions: new Set(), session: undefined }
      members.set(socket, member)
      const heartbeat = setInterval(() => sendText(socket, HEARTBEAT, MAX_WAITING_BYTES), HEARTBEAT_MS)
      heartbeat.unref()
      onMessage(socket, (call) => {
        const params = isRecord(call['params']) ? call['params'] : {}
        const result = answer(socket, member, call['method'], params)
        if (call['id'] !== undefined) send(socket, { id: call['id'], result })
      })
      socket.on('close', () => {
        clearInterval(heartbeat)
        members.delete(socket)
        if (member.session !== undefined)
          tellOthers(socket, userId, { type: 'disconnect', m: { session: member.session } })
      })
    },
  }
}

function send(socket: WebSocket, message: Fields): void {
  sendMessage(socket, { jsonrpc: '2.0', ...message }, MAX_WAITING_BYTES)
}
