import { format as textOf } from 'node:util'
import { levels, pino, type Logger } from 'pino'
import { isOperational } from './contract/operational-error.ts'

/** Entries for machines. What a visitor sent, and where from, never goes into one. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** Entries as lines of JSON, or as lines for whoever sits at a terminal. */
export type LogFormat = 'json' | 'text'

// A log whose disk is full, or whose reader has gone, is no reason to end or to hold up the server.
process.stdout.on('error', () => undefined)

/** Kept for the log, as `adoptOutput` replaces it. */
const writeOut = process.stdout.write.bind(process.stdout)

/** A reader that stands still holds up nothing: Node keeps what it has not taken, 1.4 kB for a line of 150 bytes. */
const MAX_WAITING_BYTES = 1_048_576

/**
 * Writes to standard output, `level` and up. Lines that can't be written are lost, and those that a reader who stands
 * still would fill the memory with: once it goes on it is told how many.
 */
export function createLog(level = 'info', format: LogFormat = 'json'): Log {
  let lost = 0
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write })

  function write(line: string): void {
    if (process.stdout.writableLength < MAX_WAITING_BYTES) writeOut(format === 'json' ? line : inText(line))
    else if (lost++ === 0) process.stdout.once('drain', tellLost)
  }
  function tellLost(): void {
    const count = lost
    lost = 0
    log.warn(`${count} lines of the log are lost: whatever reads it stood still.`)
  }
  return log
}

function inText(line: string): string {
  const { level, time, msg = '', ...rest } = JSON.parse(line) as Record<string, string | number>
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
  return `${String(time).slice(11, 19)} ${levels.labels[Number(level)]?.padEnd(5)} ${msg}${details}\n`
}

/**
 * From now on, makes log entries of all that threads, builds and libraries print, so that the process has one format.
 * Standard error is logged as errors, except for warnings.
 */
export function adoptOutput(log: Log): void {
  console.warn = (...said) => log.warn(textOf(...said))
  for (const [stream, level] of [
    [process.stdout, 'info'],
    [process.stderr, 'error'],
  ] as const) {
    stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
      const text = (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()).trim()
      if (text !== '') log[level](text)
      const done = rest.find((one) => typeof one === 'function')
      if (done) process.nextTick(done)
      return true
    }
  }
}

/** A failure that may repeat, and how often it did since it was told last. */
export interface RepeatedFailure {
  cause: string
  error: string
  /** Where it came from, for whoever mends it. */
  stack: string
  count: number
}

const TOLD_EVERY_MS = 3_600_000
/** The code names a few causes, but their messages may be many. */
const MAX_KEPT = 200

/**
 * Reports the first failure of a cause, and then one an hour at most: work that fails at every tick of a timer is not
 * reported at every tick.
 */
export function oncePerCause(
  tell: (failure: RepeatedFailure) => void,
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
  // An expected failure is logged without its stack: its sentences say what to do.
  return (error, where) => tell(where, isOperational(error) ? error.message : error)
}

/** The last resort: errors that no code caught. No known path leads here; each that does is a defect to mend. */
export function catchTheRest(onUnforeseen: OnUnforeseen): void {
  process.on('uncaughtException', (error) => onUnforeseen(error, 'Something that nobody waited for'))
  process.on('unhandledRejection', (error) => onUnforeseen(error, 'Something that nobody waited for'))
}
