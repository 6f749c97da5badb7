import { z } from 'zod'
import { EMAIL, withAsciiDomain, withoutInvisible } from './email.ts'
import {
  AGE_HEADER,
  COMPANY_SIZES,
  MAX_EMAIL,
  MAX_LINE,
  MAX_TEXT,
  SOURCES,
  TRAPPED_HEADER,
  type Intent,
  type Source,
} from './limits.ts'
import { hasControls, isBroken, isVisible, withLineEnds } from './readable.ts'

/** What the waitlist takes, as the specification names it. Optional fields are empty strings. */
export type WaitlistEntry = z.output<typeof waitlistEntry>

/** What the contact form takes, without the bot check's token. */
export type ContactMessage = z.output<typeof contactMessage>

/** In UTF-16 units, far above the length of any bot check's token. */
const MAX_TOKEN = 8_192

/** Exactly what a browser's email field accepts, once invisible characters are removed. */
const email = z
  .string('Email: send this as text.')
  .transform((value) => withAsciiDomain(withoutBlanks(withoutInvisible(value))))
  .pipe(
    z
      .string()
      .max(MAX_EMAIL, { error: `Email: use at most ${MAX_EMAIL} characters.`, abort: true })
      .regex(EMAIL, 'Email: enter an address such as name@example.com.')
      .transform((value) => value.toLowerCase()),
  )

export const waitlistEntry = z.object({
  email,
  firstName: line('First name').default(''),
  company: line('Company').default(''),
  role: line('Role').default(''),
  companySize: z
    .enum(['', ...COMPANY_SIZES], `Company size: choose one of ${COMPANY_SIZES.join(', ')}, or none.`)
    .default(''),
  useCase: paragraphs('Use case').default(''),
})

export const contactMessage = z.object({
  name: line('Name').pipe(z.string().min(1, 'Name: enter your name.')),
  email,
  message: paragraphs('Message').pipe(z.string().min(1, 'Message: write a few words.')),
})

/** The bot check's proof, of the contact form only. Absent if scripts are off. */
export const botCheckToken = z.object({
  token: z
    .string('Token: send the bot check as text.')
    .max(MAX_TOKEN, 'Token: this is too long.')
    .default(''),
})

/** Nobody reads a form in less time; a password manager and a click take about as long. */
const QUICKEST_MS = 1_000

/**
 * Signals beside a form's own fields: whether the post looks like a robot's, and the form's age in ms if it is known.
 * Scripts send them in headers. A form without scripts has the field `website`, which people don't see; a tab from
 * before the headers sends `website` and `age` as fields. Odd values make a post suspected, and never refused.
 */
export function readSignals(
  headers: Headers,
  fields: Readonly<Record<string, unknown>>,
): { suspected: boolean; age: number | undefined } {
  const { website } = fields
  const trapped = headers.has(TRAPPED_HEADER) || (website !== undefined && website !== '')
  const age = headers.get(AGE_HEADER) ?? fields['age']
  if (age === undefined || age === '') return { suspected: trapped, age: undefined }
  const ms = typeof age === 'string' && /^\d{1,15}$/u.test(age) ? Number(age) : age
  if (typeof ms !== 'number' || !(ms >= 0)) return { suspected: true, age: undefined }
  return { suspected: trapped || ms < QUICKEST_MS, age: ms }
}

/** The source that `?from=` names, or undefined if it names none of ours. */
export function readSource(name: string | undefined): Source | undefined {
  return SOURCES.find((source) => source === name)
}

/** What `?for=` asks for. The waitlist is the default, as old tabs and programs send nothing. */
export function readIntent(name: string | undefined): Intent {
  return name === 'demo' ? 'demo' : 'waitlist'
}

/** An email field's value as a browser sends it: no blanks around it. Other white space makes it no address. */
function withoutBlanks(value: string): string {
  return /^[\t\n\f\r ]*(\S+)[\t\n\f\r ]*$/u.exec(value)?.[1] ?? value
}

/** One line of text: trimmed, without control characters, and not made of invisible ones only. */
function line(label: string) {
  return readable(label)
    .refine((value) => !hasControls(value, 'line'), `${label}: use one line without control characters.`)
    .pipe(z.string().max(MAX_LINE, `${label}: use at most ${MAX_LINE} characters.`))
}

/** Several lines of text, line ends as \n. */
function paragraphs(label: string) {
  return readable(label)
    .transform(withLineEnds)
    .refine((value) => !hasControls(value, 'text'), `${label}: leave control characters out.`)
    .pipe(z.string().max(MAX_TEXT, `${label}: use at most ${MAX_TEXT} characters.`))
}

function readable(label: string) {
  return (
    z
      .string(`${label}: send this as text.`)
      .refine((value) => !isBroken(value), {
        message: `${label}: a character in it is broken. Type it again.`,
        abort: true,
      })
      // Pasted text may hold marks that change the reading direction, which can make one text look like another.
      .transform((value) => value.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '').trim())
      .refine((value) => value === '' || isVisible(value), `${label}: use characters that can be seen.`)
  )
}
