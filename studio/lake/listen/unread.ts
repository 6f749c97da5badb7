const KB = 1024
const MB = 1024 * KB

/** Bytes that a reader may leave unread. A single piece may exceed this. */
const MOST = 16 * MB
/** The same for readers without a token: anybody can ask for a stream and never read it. */
const MAX_OF_STRANGER = 256 * KB
/** And all of those together. */
const MAX_OF_STRANGERS = 32 * MB

/** Counts the bytes that a reader has not taken yet. */
export interface Unread {
  /** Adds bytes; false if this reader, or all strangers together, are too far behind. */
  add: (bytes: number) => boolean
  remove: (bytes: number) => void
}

/** Counts what readers leave in memory. */
export function createUnread(): (isTrusted: boolean) => Unread {
  let ofStrangers = 0
  return (isTrusted) => {
    let own = 0
    function change(bytes: number): void {
      own += bytes
      if (!isTrusted) ofStrangers += bytes
    }
    return {
      add: (bytes) => {
        if (own > (isTrusted ? MOST : MAX_OF_STRANGER)) return false
        if (!isTrusted && ofStrangers + bytes > MAX_OF_STRANGERS) return false
        change(bytes)
        return true
      },
      remove: (bytes) => change(-bytes),
    }
  }
}
