const KB = 1024
const MB = 1024 * KB

/** How much a reader may leave unread, in bytes. What it gets in one piece may be as much again, or more. */
const MOST = 16 * MB
/** How much one without a token may: anybody can ask for a stream and never read it. */
const MAX_OF_STRANGER = 256 * KB
/** And all of those together. */
const MAX_OF_STRANGERS = 32 * MB

/** The bytes that one reader has not taken yet. */
export interface Unread {
  /** Takes these up; false where the reader is too far behind, or strangers are together. */
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
