import type { Erased } from './submissions.ts'

/** A number and what is counted: `1 message`, `2 messages`. */
export function counted(many: number, of: string): string {
  return many === 1 ? `1 ${of}` : `${many} ${of}s`
}

/** How much was erased. */
export function amountOf({ waitlist, contact }: Erased): string {
  return `${waitlist === 1 ? '1 entry' : `${waitlist} entries`} and ${counted(contact, 'message')}`
}
