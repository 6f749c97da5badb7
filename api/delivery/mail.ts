import { createRequire } from 'node:module'
import type * as Nodemailer from 'nodemailer'
import { errorCode } from '../contract/operational-error.ts'
import { MINUTE_MS } from '../contract/time.ts'
import { isOwnHost } from '../http/client-address.ts'
import type { Delivery } from '../store/submissions/outbox.ts'
import { AttemptFailed } from './attempt.ts'
import { htmlOf, mailOf, textOf } from './mail-text.ts'
import type { Sender } from './sender.ts'

export interface MailOptions {
  smtpUrl: string
  from: string
  to: string
  /** Time limit for each step of the conversation, in ms. */
  timeoutMs?: number
  /** Time limit for a mail, its wait for a connection included, in ms. */
  totalMs?: number
  /** Called with what breaks between deliveries, such as a connection that idles. */
  onError?: (cause: string, error: unknown) => void
  now?: () => number
}

/** Well within the lease of a delivery. A server that sends a byte at a time never reaches the limit of a step. */
export const TOTAL_MS = 2 * MINUTE_MS
/** How long a check is remembered: strangers can ask for one, and too many logins lock an account. */
const KEPT_MS = 5 * MINUTE_MS

const require = createRequire(import.meta.url)

/** A connection to a mail server, made when it is first needed. A password leaves this machine over TLS only. */
export function openTransport({
  smtpUrl,
  timeoutMs = 20_000,
  onError,
}: Pick<MailOptions, 'smtpUrl' | 'timeoutMs' | 'onError'>) {
  // Loaded only if there is a mail server: it takes 80 ms of a start, and 6 MB.
  const { createTransport } = require('nodemailer') as typeof Nodemailer
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Without a listener it would end the process.
  transport.on('error', (error) => onError?.('the mail server', error))
  return transport
}

/** Whether TLS is required: somebody in between can remove the offer of TLS from what a server says. */
function needsTls(smtpUrl: string): boolean {
  const { protocol, password, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && password !== '' && !isOwnHost(hostname)
}

/** Sends deliveries over SMTP. A repeat has the same Message-ID, so that mail programs show it once. */
export function createMailSender({
  from,
  to,
  totalMs = TOTAL_MS,
  now = () => performance.now(),
  ...options
}: MailOptions): Sender {
  const transport = openTransport(options)
  const domain = from.slice(from.indexOf('@') + 1)
  let known: { at: number; answer: Promise<unknown> } | undefined
  /** Set while the server refuses sender or recipient, which all mails share and a login does not name. */
  let fault: AttemptFailed | undefined

  async function send(delivery: Delivery): Promise<void> {
    const mail = mailOf(delivery)
    try {
      await transport.sendMail({
        from,
        to,
        subject: mail.subject,
        text: textOf(mail),
        html: htmlOf(mail),
        messageId: `<${delivery.submissionId}.${delivery.revision}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(totalMs),
        ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
      })
      known = { at: now(), answer: Promise.resolve() }
      fault = undefined
    } catch (error) {
      known = undefined
      const failed = failure(error)
      if (isOfAllMails(error)) fault = failed
      throw failed
    }
  }

  /** Checks whether the login works, unless that was done a moment ago, and that the last mail was not refused. */
  async function check(): Promise<void> {
    if (fault) throw fault
    if (!known || now() - known.at >= KEPT_MS) known = { at: now(), answer: transport.verify() }
    await known.answer
  }
  return { send, check, close: () => transport.close() }
}

/**
 * A server's words may quote an address, so only codes are kept: the server's, and Node's about the connection. A 5xx
 * to the message itself is permanent (RFC 5321, 4.2.1). One to the login, the sender or the recipient is a fault of the
 * settings: the message goes out once that is mended.
 */
export function failure(error: unknown): AttemptFailed {
  const code = errorCode(error) ?? 'ERROR'
  const reason = error instanceof Error && 'originalCode' in error ? ` ${String(error.originalCode)}` : ''
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const isPermanent = code === 'EMESSAGE' && (status === 0 || status >= 500)
  const codes = `${code}${status > 0 ? ` ${status}` : ''}${reason}`
  const fault = tlsFault(error)
  return new AttemptFailed(fault === undefined ? codes : `${codes}: ${fault}`, { isPermanent, cause: error })
}

/** Whether the server refused sender or recipient for good. One that greylists (4xx) takes the mail later. */
function isOfAllMails(error: unknown): boolean {
  if (errorCode(error) !== 'EENVELOPE') return false
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
}

/** What to do about a mail server that refuses TLS, without a full stop; undefined for any other failure. */
export function tlsFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'responseCode' in error && errorCode(error) === 'ETLS')) return undefined
  return 'the mail server refuses TLS, and no password is sent without: begin SMTP_URL with smtps://, or name a server and port that have STARTTLS'
}
