import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '../contract/people.ts'
import { DAY_MS, MINUTE_MS } from '../contract/time.ts'
import type { Call } from '../store/operations.ts'

/** Where a link leads. Its token is the fragment, which browsers send to no server, so that it is in no log. */
const LINK_PATH = '/api/sign-in/link'

/**
 * How long links work. One that the person asked for is used at once; one that is handed over has to be found first.
 */
export const LASTS_MS = {
  asked: 20 * MINUTE_MS,
  handed: DAY_MS,
  invitation: 3 * DAY_MS,
} as const

/** A link that brings somebody in once. `expiresAt` is in ms since 1970. */
export interface SignInLink {
  person: Person
  url: string
  expiresAt: number
}

interface NewLink {
  personId: string
  /** Who asks for it, as the audit list says; empty if the person does. */
  editor: string
  lastsMs: number
  /** Where the site is reached. */
  origin: string
}

/** Makes a link and keeps its hash alone. Undefined for somebody who may not sign in. */
export async function makeLink(
  call: Call,
  { personId, editor, lastsMs, origin }: NewLink,
  now: number,
): Promise<SignInLink | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + lastsMs
  const person = await call('addLink', { hash: hashOf(token), personId, expiresAt }, editor, now)
  return person && { person, url: `${origin}${LINK_PATH}#${token}`, expiresAt }
}

/** The hash that a link is stored under. A lookup by hash leaks nothing about the token by its timing. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
