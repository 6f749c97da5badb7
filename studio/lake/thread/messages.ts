import type { Sender } from '../http/caller.ts'

/** Identifies a pending request. */
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
  /** The whole body if it is short, nothing if there is none, `later` if it comes in parts on demand. */
  body: Uint8Array | 'later' | undefined
}

/** What the server's thread tells the lake's. */
export type ToLake =
  | LakeRequest
  /** A requested part of a request's body; nothing at its end. */
  | (Id & { type: 'part'; bytes: Uint8Array | undefined })
  /** The reader has room for another part of the answer. */
  | (Id & { type: 'more' })
  /** The client is gone. */
  | (Id & { type: 'abort' })
  | { type: 'webhook'; name: string; url: string }
  | { type: 'ping' }
  | { type: 'close' }

/** What the lake's thread tells the server's. */
export type FromLake =
  | { type: 'open' }
  /** The lake could not be opened (with a sentence), or has closed (without). */
  | { type: 'closed'; sentence: string | undefined }
  | { type: 'pong' }
  /** The answer: the whole body, or `later` if it comes in parts on demand. */
  | (Id & {
      type: 'answer'
      status: number
      headers: [string, string][]
      body: Uint8Array<ArrayBuffer> | 'later' | undefined
    })
  /** A part of the answer; nothing at its end. */
  | (Id & { type: 'part'; bytes: Uint8Array | undefined })
  /** There is room for a part of the request's body. */
  | (Id & { type: 'more' })
