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
