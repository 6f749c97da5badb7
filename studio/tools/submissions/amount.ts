import type { Erased } from '../../../api/contract/submissions.ts'

/** How much that is, in words. */
export function amountOf({ waitlist, contact }: Erased): string {
  const entries = waitlist === 1 ? '1 entry' : `${waitlist} entries`
  return `${entries} and ${contact === 1 ? '1 message' : `${contact} messages`}`
}
