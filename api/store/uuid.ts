import * as crypto from 'node:crypto'

declare module 'node:crypto' {
  // Node 24 has it; its published types don't yet.
  export function randomUUIDv7(): string
}

/** A new id. They sort by time, so that inserts go to the end of an index. */
export function newId(): string {
  return crypto.randomUUIDv7()
}
