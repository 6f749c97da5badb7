/** Closes what was opened in a session once the session has ended. */
interface Watch {
  /** @param end called once. Returns how to take it off the list */
  add: (cookie: string, end: () => void) => () => void
  /** Checks each session in which something is open, now. */
  look: () => Promise<void>
  close: () => void
}

/** How long something may stay open after its session was ended on another server, or by a command. */
const EVERY_MS = 2_000

/** @param isLive whether a session goes on. If it rejects, nothing is closed */
export function createWatch(isLive: (cookie: string) => Promise<boolean>): Watch {
  const open = new Map<string, Set<() => void>>()

  async function look(): Promise<void> {
    for (const [cookie, ends] of open) {
      if (await isLive(cookie).catch(() => true)) continue
      open.delete(cookie)
      for (const end of ends) end()
    }
  }

  let isLooking = false
  /** One look at a time, so that a store that is away is not asked over and over. */
  async function lookInTurn(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await look().finally(() => {
      isLooking = false
    })
  }

  const timer = setInterval(() => void lookInTurn(), EVERY_MS)
  timer.unref()

  return {
    add: (cookie, end) => {
      const ends = open.get(cookie) ?? new Set()
      open.set(cookie, ends.add(end))
      return () => {
        ends.delete(end)
        if (ends.size === 0 && open.get(cookie) === ends) open.delete(cookie)
      }
    },
    look,
    close: () => clearInterval(timer),
  }
}
