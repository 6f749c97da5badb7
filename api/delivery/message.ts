import type { Digest } from '../store/digest.ts'
import type { StoredContact, StoredWaitlist } from '../store/entries.ts'
import type { Delivery } from '../store/outbox.ts'

/** A mail about a submission; `replyTo` is the visitor's address where there is one. */
export interface Message {
  subject: string
  lines: [label: string, value: string][]
  replyTo: string | undefined
}

/** Words a delivery for the people behind the site. */
export function messageOf(delivery: Delivery): Message {
  if (delivery.kind === 'contact') return contactMessage(delivery.entry)
  if (delivery.kind === 'waitlist') return waitlistMessage(delivery.entry, delivery.revision)
  return digestMessage(delivery)
}

function contactMessage({ name, email, message, createdAt }: StoredContact): Message {
  return {
    subject: `Contact message from ${name}`,
    lines: [
      ['Name', name],
      ['Email', email],
      ['Sent', createdAt],
      ['Message', message],
    ],
    replyTo: email,
  }
}

function waitlistMessage(entry: StoredWaitlist, revision: number): Message {
  return {
    subject: revision === 1 ? `Waitlist: ${entry.email}` : `Waitlist, completed: ${entry.email}`,
    lines: [
      ['Email', entry.email],
      ['First name', entry.firstName],
      ['Company', entry.company],
      ['Role', entry.role],
      ['Company size', entry.companySize],
      ['From', entry.from],
      ['Joined', entry.createdAt],
      ['Use case', entry.useCase],
    ],
    replyTo: entry.email,
  }
}

function digestMessage({ day, waitlist, contact }: Digest): Message {
  return {
    subject: `Suspected spam on ${day}: ${waitlist + contact}`,
    lines: [
      ['Contact messages', String(contact)],
      ['Waitlist entries', String(waitlist)],
      ['To read them', 'npm run submissions -- list --suspected'],
      ['To deliver one after all', 'npm run submissions -- redeliver ID'],
    ],
    replyTo: undefined,
  }
}

/** The mail as text; empty values are left out. */
export function textOf({ lines }: Message): string {
  return filled(lines)
    .map(([label, value]) => (value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`))
    .join('\n')
}

/** The mail as HTML, with everything a visitor wrote escaped. */
export function htmlOf({ lines }: Message): string {
  const rows = filled(lines).map(
    ([label, value]) => `<p><b>${escape(label)}</b><br>${escape(value).replaceAll('\n', '<br>')}</p>`,
  )
  return `<!doctype html><meta charset="utf-8">${rows.join('')}`
}

function filled(lines: Message['lines']): Message['lines'] {
  return lines.filter(([, value]) => value !== '')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`)
}
