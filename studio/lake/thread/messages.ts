import type { Sender } from '../http/guard.ts'

/** Names a request while it is under way. */
interface Id {
  id: number
}

/** A request as it crosses to the lake's thread. */
export type LakeRequest = Id & {
  type: 'request'
  method: string
  url: string
  headers: [string, string][]
  sender: Sender | undefined
  /** All of it where it is short, none where there is none, `later` where it comes in parts as they are asked for. */
  body: Uint8Array | 'later' | undefined
}

/** What the server's thread tells the lake's. */
export type ToLake =
  | LakeRequest
  /** A part of a request's body that was wanted; none at its end. */
  | (Id & { type: 'part'; bytes: Uint8Array | undefined })
  /** The reader has room for another part of the answer. */
  | (Id & { type: 'more' })
  /** Whoever asked is gone. */
  | (Id & { type: 'abort' })
  | { type: 'webhook'; name: string; url: string }
  | { type: 'ping' }
  | { type: 'close' }

/** What the lake's thread tells the server's. */
export type FromLake =
  | { type: 'open' }
  /** The lake can't be opened, or has no more to do: a sentence, or none after `close`. */
  | { type: 'closed'; sentence: string | undefined }
  | { type: 'pong' }
  /** The answer: all of it, or `later` where it comes in parts as there is room for them. */
  | (Id & {
      type: 'answer'
      status: number
      headers: [string, string][]
      body: Uint8Array<ArrayBuffer> | 'later' | undefined
    })
  /** A part of the answer; none at its end. */
  | (Id & { type: 'part'; bytes: Uint8Array | undefined })
  /** There is room for a part of the request's body. */
  | (Id & { type: 'more' })
