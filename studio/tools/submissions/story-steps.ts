import type { SubmissionDelivery, SubmissionStory } from '../../../api/contract/submissions.ts'
import { SOURCE_NAMES } from './words.ts'

/** One thing that happened to a submission, or is still to happen. */
export interface StoryStep {
  text: string
  /** As ISO 8601; none where nobody noted it, or it has not happened. */
  at?: string | undefined
  tone?: 'caution' | 'critical' | 'positive'
}

/** What became of a submission, in the order in which it happened. */
export function stepsOf(story: SubmissionStory): StoryStep[] {
  return [received(story), botCheck(story), ...completed(story), ...story.deliveries.map(delivered)]
}

function received({ kind, intent, source, page, createdAt }: SubmissionStory): StoryStep {
  if (kind === 'contact') return { text: 'Wrote a message', at: createdAt }
  const what = intent === 'demo' ? 'Asked for a demo' : 'Joined the waitlist'
  const where = [
    source === '' ? [] : [`from “${SOURCE_NAMES[source]}”`],
    page === '' ? [] : [`on ${page === '/' ? 'the home page' : page}`],
  ].flat()
  return { text: [what, ...where].join(' '), at: createdAt }
}

function botCheck({ kind, suspected }: SubmissionStory): StoryStep {
  if (suspected)
    return {
      text: 'A program seems to have sent it. It waits until somebody delivers it below',
      tone: 'caution',
    }
  return { text: kind === 'contact' ? 'Passed the bot check' : 'No sign of a program' }
}

function completed({ completedAt }: SubmissionStory): StoryStep[] {
  return completedAt === null ? [] : [{ text: 'Completed by a later send', at: completedAt }]
}

const WORDS = {
  mail: { done: 'Mailed', open: 'Not mailed yet', off: 'Not mailed: this server sends no mail' },
  crm: { done: 'Told to the CRM', open: 'The CRM does not know it yet', off: 'No CRM is connected' },
}

function delivered(delivery: SubmissionDelivery): StoryStep {
  const { channel, state, isConfigured, attempts, lastError, attemptedAt, dueAt } = delivery
  const words = WORDS[channel]
  const at = attemptedAt ?? undefined
  if (state === 'done') return { text: words.done, at, tone: 'positive' }
  if (!isConfigured) return { text: `${words.off}. It waits` }
  if (state === 'held') return { text: `${words.open}: held back as suspected`, tone: 'caution' }
  const why = lastError === '' ? '' : `: ${faultName(channel, lastError)}`
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (state === 'dead') return { text: `${words.open}, given up after ${tries}${why}`, at, tone: 'critical' }
  if (lastError === '') return { text: `${words.open}: on its way` }
  return { text: `${words.open}, ${tries}${why}. The next attempt is automatic`, at: dueAt, tone: 'caution' }
}

/** Codes of mail servers and receivers, as far as somebody without them can know what to do. */
const FAULTS: Record<SubmissionDelivery['channel'], readonly (readonly [RegExp, string])[]> = {
  mail: [
    [/^EAUTH/u, 'the mail server refuses our login'],
    [/^EENVELOPE/u, 'the mail server refuses the sender or the recipient'],
    [/^EMESSAGE/u, 'the mail server refuses this message'],
    [/^ETLS|CERT|ERR_TLS|UNABLE_TO/u, 'there is no safe connection to the mail server'],
    [/^(?:ESOCKET|ECONNECTION|ETIMEDOUT|EDNS)/u, 'the mail server does not answer'],
  ],
  crm: [
    [/^HTTP 3/u, 'the CRM has moved: CRM_WEBHOOK_URL needs its new address'],
    [/^HTTP 5/u, 'the CRM has a fault of its own'],
    [/^HTTP /u, 'the CRM refuses it'],
    [/^(?:ENOTFOUND|EAI_)/u, 'the CRM’s address is not found'],
    [/CERT|^(?:ERR_SSL|ERR_TLS|EPROTO|UNABLE_TO|SELF_SIGNED)/u, 'there is no safe connection to the CRM'],
    [/^(?:E[A-Z]+|UND_ERR_\w+|TimeoutError|AbortError|TypeError)$/u, 'the CRM does not answer'],
  ],
}

function faultName(channel: SubmissionDelivery['channel'], code: string): string {
  const known = FAULTS[channel].find(([pattern]) => pattern.test(code))?.[1]
  return known === undefined ? code : `${known} (${code})`
}
