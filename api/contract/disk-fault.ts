import { messageOf } from './operational-error.ts'

/** By their words, as the bundler keeps no code and a message between threads loses it. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^ENOSPC\b|\(os error 28\)|\bdatabase or disk is full\b/u, 'is full: free some space'],
  [/^EDQUOT\b/u, 'has no space left for this user: free some'],
  [/^EROFS\b|\(os error 30\)/u, 'can only be read: mount it for writing'],
]

/**
 * What a disk refuses and what to do, as a sentence ends that begins with which disk it is; undefined if an error is
 * of another kind.
 */
export function diskFaultOf(error: unknown): string | undefined {
  const message = messageOf(error)
  return REFUSALS.find(([said]) => said.test(message))?.[1]
}
