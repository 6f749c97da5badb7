import type { Channel } from '../contract/submissions.ts'
import { AttemptFailed } from './attempt.ts'
import { failure } from './mail.ts'
import type { Sender } from './sender.ts'

interface ChannelChecks {
  /** Those of the configured channels: each rejects while its receiver takes nothing. */
  checks: Partial<Record<Channel, () => Promise<void>>>
  /** What they found when they were last asked, in sentences. */
  faults: () => string[]
}

const WHAT: Record<Channel, string> = {
  mail: 'Mail does not go out',
  crm: 'The CRM takes no submissions',
}

const ADVICE: Record<Channel, string> = {
  mail: 'check SMTP_URL, or where the code is EENVELOPE, MAIL_FROM and NOTIFY_EMAIL',
  crm: 'check CRM_WEBHOOK_URL and CRM_WEBHOOK_SECRET',
}

/** The checks of the channels, which remember why they failed. */
export function createChannelChecks(senders: ReadonlyMap<Channel, Sender>): ChannelChecks {
  const found = new Map<Channel, string>()

  async function check(channel: Channel, sender: Sender): Promise<void> {
    try {
      await sender.check()
      found.delete(channel)
    } catch (error) {
      // A mail server's own words may quote an address.
      const { message } = error instanceof AttemptFailed ? error : failure(error)
      found.set(channel, `${WHAT[channel]} (${message}): ${ADVICE[channel]}. Submissions wait in the store.`)
      throw error
    }
  }
  return {
    checks: Object.fromEntries(
      [...senders].map(([channel, sender]) => [channel, () => check(channel, sender)]),
    ),
    faults: () => [...found.values()],
  }
}
