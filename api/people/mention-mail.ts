import type { Person } from '../contract/people.ts'
import { AttemptFailed } from '../delivery/attempt.ts'
import { failure, TOTAL_MS } from '../delivery/mail.ts'
import type { PersonMailOptions } from './sign-in-mail.ts'

/** A comment that names somebody. */
interface Mention {
  /** Its id, by which a repeated mail is shown once. */
  comment: string
  author: string
  /** What the document is called. */
  title: string
  /** What was said, without its styles. */
  text: string
  /** Opens the comment in the Studio. */
  url: string
}

/** Tells people by mail that a comment names them. */
export interface MentionMail {
  /** @throws AttemptFailed with the mail server's codes */
  send: (person: Person, mention: Mention) => Promise<void>
}

export function createMentionMail({
  transport,
  from,
  host,
  totalMs = TOTAL_MS,
}: PersonMailOptions): MentionMail {
  const domain = from.slice(from.indexOf('@') + 1)

  async function send({ id, name, email }: Person, mention: Mention): Promise<void> {
    const { comment, author, title, text, url } = mention
    try {
      await transport.sendMail({
        from,
        to: email,
        subject: `${author} mentioned you: ${title}`,
        text: [
          `Hello ${name},`,
          `${author} mentioned you in a comment on “${title}” of ${host}:`,
          text
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
          `Answer it in the Studio: ${url}`,
        ].join('\n\n'),
        messageId: `<mention.${comment}.${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(totalMs),
      })
    } catch (error) {
      throw isAboutRecipient(error)
        ? new AttemptFailed(failure(error).message, { isPermanent: true, cause: error })
        : failure(error)
    }
  }
  return { send }
}

/** Whether it is a 5xx to the recipient: that is one person's address, and mails to others must not wait for it. */
function isAboutRecipient(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
