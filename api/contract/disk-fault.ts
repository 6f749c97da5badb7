import { messageOf } from './operational-error.ts'

/** By their messages, as the bundler's errors have no code and a message between threads loses it. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^ENOSPC\b|\(os error 28\)|\bdatabase or disk is full\b/u, 'is full: free some space'],
  [/^EDQUOT\b/u, 'has no space left for this user: free some'],
  [/^EROFS\b|\(os error 30\)/u, 'can only be read: mount it for writing'],
  [/^EXDEV\b/u, 'has a folder on another disk: keep all of it on one'],
]

/**
 * What is wrong with a disk and what to do, as the end of a sentence that begins with the disk; undefined for any other
 * error.
 */
export function diskFaultOf(error: unknown): string | undefined {
  const message = messageOf(error)
  return REFUSALS.find(([said]) => said.test(message))?.[1]
}
