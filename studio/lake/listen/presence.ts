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
  /** @param userId the user that others see */
  join: (socket: WebSocket, userId: string) => void
}

// Without these, the client takes the socket for dead.
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 10_000
// A Studio needs only one subscription.
const MAX_SUBSCRIPTIONS = 20
/** About a kilobyte for each other editor: a Studio this far behind asks for all of it again. */
const MAX_WAITING_BYTES = 256 * 1024

/** Tells open Studios where the other editors are, by Sanity's JSON-RPC over a socket. */
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
        // Sent again when the socket closes, where an error would be uncaught: so only a string is kept.
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
