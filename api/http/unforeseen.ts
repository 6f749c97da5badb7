import type { Log } from '../log.ts'
import { oncePerCause } from './once-per-cause.ts'

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
