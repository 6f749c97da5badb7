import type { Person } from '../contract/people.ts'
import { failure, TOTAL_MS, type openTransport } from '../delivery/mail.ts'
import type { SignInLink } from './links.ts'

/** Why somebody gets a link. */
export type Occasion = 'invitation' | 'sign-in'

/** Mails links to those whom they bring in. */
export interface SignInMail {
  /** @throws AttemptFailed with the mail server's codes */
  send: (link: SignInLink, occasion: Occasion) => Promise<void>
}

/** How mails to people are sent. */
export interface PersonMailOptions {
  transport: ReturnType<typeof openTransport>
  from: string
  /** Name of the site, as `example.com`. */
  host: string
  /** Time limit for a mail, in ms. */
  totalMs?: number
}

/** In plain text only: readers see the link as it is, and the mail does not look like an advertisement. */
export function createSignInMail({
  transport,
  from,
  host,
  totalMs = TOTAL_MS,
}: PersonMailOptions): SignInMail {
  async function send({ person, url, expiresAt }: SignInLink, occasion: Occasion): Promise<void> {
    const isInvitation = occasion === 'invitation'
    const why = isInvitation
      ? `you were invited to edit ${host}, as ${wordFor(person)}.`
      : `somebody, most likely you, asked to sign in to the Studio of ${host}.`
    const until = new Date(expiresAt).toUTCString().replace(/:\d\d GMT$/u, ' UTC')
    try {
      await transport.sendMail({
        from,
        to: person.email,
        subject: isInvitation ? `You are invited to edit ${host}` : `Sign in to ${host}`,
        text: [
          `Hello ${person.name},`,
          why,
          `Open this link and press “Sign in”. It works once, until ${until}:`,
          url,
          'Whoever has the link can sign in as you: don’t pass it on. If you did not expect this mail, ignore it.',
        ].join('\n\n'),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(totalMs),
      })
    } catch (error) {
      throw failure(error)
    }
  }
  return { send }
}

function wordFor({ role }: Person): string {
  return role === 'administrator' ? 'an administrator' : 'an editor'
}
