import { counted } from '../contract/amounts.ts'
import type { Digest } from '../store/submissions/digest.ts'
import type { Delivery } from '../store/submissions/outbox.ts'
import type { StoredContact, StoredWaitlist } from '../store/submissions/stored-submissions.ts'
import type { Weekly } from '../store/submissions/weekly.ts'

/** A mail about a submission; `replyTo` is the visitor's address where there is one. */
export interface Mail {
  subject: string
  lines: [label: string, value: string][]
  replyTo: string | undefined
}

/** Writes the mail about a delivery. */
export function mailOf(delivery: Delivery): Mail {
  if (delivery.kind === 'contact') return contactMail(delivery.submission)
  if (delivery.kind === 'waitlist') return waitlistMail(delivery.submission, delivery.isUpdate)
  if (delivery.kind === 'weekly') return weeklyMail(delivery)
  return digestMail(delivery)
}

function contactMail({ name, email, message, createdAt }: StoredContact): Mail {
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

function waitlistMail(entry: StoredWaitlist, isUpdate: boolean): Mail {
  const wantsDemo = entry.intent === 'demo'
  const subject = `${wantsDemo ? 'Demo request' : 'Waitlist'}${isUpdate ? ', updated' : ''}`
  return {
    subject: `${subject}: ${entry.email}`,
    lines: [
      ['Asked for', wantsDemo ? 'A demo' : 'A place on the waitlist'],
      ['Email', entry.email],
      ['First name', entry.firstName],
      ['Company', entry.company],
      ['Role', entry.role],
      ['Company size', entry.companySize],
      ['Source', entry.source],
      ['Page', entry.page],
      ['Joined', entry.createdAt],
      ['Use case', entry.useCase],
    ],
    replyTo: entry.email,
  }
}

function digestMail({ day, waitlist, contact }: Digest): Mail {
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

function weeklyMail({ monday, counts }: Weekly): Mail {
  const { days, companySizes, sources, pages } = counts
  const sum = (name: 'entries' | 'demos' | 'messages') => days.reduce((all, day) => all + day[name], 0)
  const [entries, demos, messages] = [sum('entries'), sum('demos'), sum('messages')]
  const each = (rows: typeof sources) =>
    rows.map((row) => `${row.value || 'not known'}: ${row.entries + row.messages}`).join('\n')
  return {
    subject: `Week of ${monday}: ${counted(entries, 'sign-up')}, ${counted(messages, 'message')}`,
    lines: [
      ['Sign-ups', String(entries)],
      ['For a demo, of these', String(demos)],
      ['Messages', String(messages)],
      ['By day (UTC)', days.map((day) => `${day.day}: ${day.entries + day.messages}`).join('\n')],
      ['By page', each(pages)],
      ['By source', each(sources)],
      ['By company size', each(companySizes)],
    ],
    replyTo: undefined,
  }
}

/** The mail as text; empty values are left out. */
export function textOf({ lines }: Mail): string {
  return filled(lines)
    .map(([label, value]) => (value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`))
    .join('\n')
}

/** The first letter of each line of a value decides its direction, left to right or right to left. */
const VALUE = 'dir="auto" style="margin:0 0 1em;unicode-bidi:plaintext"'

/** The mail as HTML, with everything a visitor wrote escaped. */
export function htmlOf({ lines }: Mail): string {
  const rows = filled(lines).map(
    ([label, value]) =>
      `<dt><b>${escape(label)}</b></dt><dd ${VALUE}>${escape(value).replaceAll('\n', '<br>')}</dd>`,
  )
  return `<!doctype html><meta charset="utf-8"><dl>${rows.join('')}</dl>`
}

function filled(lines: Mail['lines']): Mail['lines'] {
  return lines.filter(([, value]) => value !== '')
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`)
}
