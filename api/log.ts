import { pino } from 'pino'
import type { Logger } from 'pino'

/** Lines of JSON for machines. What a visitor sent, and where from, never goes into one. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

// A log whose disk is full, or whose reader has gone, is no reason to end or to hold up the server.
process.stdout.on('error', () => undefined)

/** Writes to standard output, `level` and up. Lines that can't be written are lost. */
export function createLog(level = 'info'): Log {
  const destination = { write: (line: string) => void process.stdout.write(line) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}

/** A failure that may repeat, and how often it did since it was told last. */
export interface Told {
  cause: string
  error: string
  /** Where it came from, for whoever mends it. */
  stack: string
  count: number
}

const TOLD_EVERY_MS = 3_600_000
/** Causes are few and named in the code; what they say may not be. */
const MAX_KEPT = 200

/**
 * Passes a failure on when it is the first of its cause, and then once an hour at most: what fails at every
 * tick of a timer is told once, and not as often as the timer ticks.
 */
export function oncePerCause(
  tell: (told: Told) => void,
  now: () => number = Date.now,
): (cause: string, error: unknown) => void {
  const seen = new Map<string, { at: number; count: number }>()
  return (cause, error) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const key = `${cause}\n${text}`
    const last = seen.get(key)
    if (last && Math.abs(now() - last.at) < TOLD_EVERY_MS) {
      last.count += 1
      return
    }
    if (seen.size >= MAX_KEPT) seen.clear()
    seen.set(key, { at: now(), count: 0 })
    const stack = (error instanceof Error && error.stack) || text
    tell({ cause, error: text, stack, count: (last?.count ?? 0) + 1 })
  }
}

/** Takes an error that nobody foresaw; `where` says what failed by it. */
export type OnUnforeseen = (error: unknown, where: string) => void

/**
 * The one place that decides what an unforeseen error does: it is logged, once an hour for each cause as a stranger
 * may bring it about at will, and the server goes on. Whoever meets one while it answers a request answers 500.
 */
export function createUnforeseen(log: Log): OnUnforeseen {
  const tell = oncePerCause(({ cause, count, stack }) =>
    log.error({ error: stack, count }, `${cause} failed.`),
  )
  return (error, where) => tell(where, error)
}

/** The last resort: errors that no code caught. No known path leads here; each that does is a defect to mend. */
export function catchTheRest(onUnforeseen: OnUnforeseen): void {
  process.on('uncaughtException', (error) => onUnforeseen(error, 'Something that nobody waited for'))
  process.on('unhandledRejection', (error) => onUnforeseen(error, 'Something that nobody waited for'))
}
