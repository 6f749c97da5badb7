import { pino } from 'pino'
import type { Logger } from 'pino'

/** Lines of JSON for machines. What a visitor sent, and where from, never goes into one. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/** Writes to standard output, `level` and up. */
export function createLog(level = 'info'): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
