import { z } from 'zod'
import { EMAIL, withAsciiDomain, withoutInvisible } from './email.ts'
import { MAX_EMAIL, MAX_PERSON_NAME } from './limits.ts'
import { hasControls, isBroken } from './readable.ts'

/** What somebody who edits may do; `ROLE` of a node is another thing. */
export const PERSON_ROLES = ['administrator', 'editor'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]

/** Somebody who edits, or did. Times are ISO 8601, UTC. */
export interface Person {
  id: string
  name: string
  /** Empty once it was erased. */
  email: string
  role: PersonRole
  invitedAt: string
  /** When they last signed in; null before the first time. */
  signedInAt: string | null
  /** When they were revoked; null for those who may sign in. */
  revokedAt: string | null
}

/** Who edits this site. */
export interface PeopleAnswer {
  /** Whether people are asked who they are here at all: alone on a machine, nobody is. */
  isOn: boolean
  /** Whether this server mails sign-in links. */
  mails: boolean
  people: Person[]
}

/** A person as they are now, and the link that brings them in, where it is not mailed. */
export interface PersonAnswer {
  person: Person
  /** Works once, until then; null if it was mailed. */
  link: { url: string; expiresAt: string } | null
}

const NO_ADDRESS = 'That is not an email address.'

/**
 * Stricter than for visitors, as whoever enters an editor's address knows it: two dots in a row or a domain without a
 * dot are typos.
 */
const PLAIN = /^[^.@](?:\.?[^.@])*@(?:[^.@]+\.)+[^.@]{2,}$/u

const email = z
  .string('email must be an email address.')
  .overwrite(withoutInvisible)
  .trim()
  .overwrite(withAsciiDomain)
  .toLowerCase()
  .max(MAX_EMAIL, `An email address has ${MAX_EMAIL} characters at most.`)
  .pipe(z.email({ pattern: EMAIL, error: NO_ADDRESS }).regex(PLAIN, NO_ADDRESS))

const role = z.enum(PERSON_ROLES, `role must be one of ${PERSON_ROLES.join(', ')}.`)

/** Whom to invite. */
export const invitation = z.object({
  name: z
    .string('name must be text.')
    .trim()
    .min(1, 'Say what the person is called.')
    .max(MAX_PERSON_NAME, `A name has ${MAX_PERSON_NAME} characters at most.`)
    .refine((text) => !isBroken(text) && !hasControls(text, 'line'), 'A name has no control characters.'),
  email,
  role,
})
export type Invitation = z.output<typeof invitation>

export const roleRequest = z.object({ role })

/** How a link reaches the person: by mail, or by whoever asks for it. */
export const linkRequest = z.object({ by: z.enum(['mail', 'hand'], 'by must be "mail" or "hand".') })

/** What the page for signing in asks for. */
export const signInRequest = z.object({ email })

/** The id of a person, or of nobody. */
export const PERSON_ID = /^[0-9a-f-]{1,36}$/u
