import type { CampaignCounts, PageWindow } from '../contract/campaigns.ts'
import { ERASE_REASONS, type EraseReason } from '../contract/limits.ts'
import { ProblemError } from '../contract/problem.ts'
import { malformed, notFound, noteChanged } from '../contract/problems.ts'
import type {
  Channel,
  Erased,
  NoteRequest,
  SubmissionCounts,
  SubmissionList,
  SubmissionNews,
  SubmissionSearch,
  SubmissionStory,
} from '../contract/submissions.ts'
import { DAY_MS } from '../contract/time.ts'
import type { Editor } from '../editors/editors.ts'
import type { Store } from '../store/store.ts'
import { exportCsv, exportJson } from './export.ts'

/** What editors do with what visitors sent. Calls reject with what the database says, or a ProblemError. */
export interface Inbox {
  search(asked: SubmissionSearch): Promise<SubmissionList>
  /** @param seen id of the last submission that was looked at; empty for none */
  news(seen: string): Promise<SubmissionNews>
  /** @param days how many, today included */
  counts(days: number): Promise<SubmissionCounts>
  /** What came in from pages, each within a time of its own. */
  campaign(windows: readonly PageWindow[]): Promise<CampaignCounts>
  story(id: string): Promise<SubmissionStory>
  /** Delivers on a channel, even if it was delivered there before. */
  redeliver(id: string, channel: Channel): Promise<SubmissionStory>
  writeNote(id: string, note: NoteRequest, editor: Editor): Promise<SubmissionStory>
  /** Erases all that is stored of the address that a submission came from. */
  erase(id: string, reason: EraseReason, editor: Editor): Promise<Erased>
  /** All submissions, as the command writes them. */
  export(format: 'csv' | 'json', editor: Editor): Promise<AsyncGenerator<{ text: string }>>
}

interface InboxDeps {
  store: Pick<Store, 'call'>
  /** The channels that are configured. */
  channels: ReadonlySet<Channel>
  /** Called when something waits for delivery again. */
  onQueued: () => void
  now?: () => number
}

/** To somebody who still has it open. */
const erasedMeanwhile = {
  ...notFound,
  detail: 'This submission is no longer here: somebody erased it.',
}

const PAGE_SIZE = 50
const ALL: readonly Channel[] = ['mail', 'crm']

export function createInbox({ store, channels, onQueued, now = Date.now }: InboxDeps): Inbox {
  async function story(id: string): Promise<SubmissionStory> {
    const found = await store.call('submissionStory', id)
    if (!found) throw new ProblemError(erasedMeanwhile)
    const deliveries = found.deliveries.map((one) => ({ ...one, isConfigured: channels.has(one.channel) }))
    return { ...found, deliveries }
  }

  return {
    search: (asked) => {
      // If no channel is configured, everything is undelivered.
      const looked = channels.size > 0 ? [...channels] : [...ALL]
      return store.call('searchSubmissions', { ...asked, channels: looked, limit: PAGE_SIZE })
    },
    news: (seen) => store.call('submissionNews', seen),
    counts: (days) => {
      const today = Math.floor(now() / DAY_MS) * DAY_MS
      return store.call('countSubmissions', { from: today - (days - 1) * DAY_MS, until: today + DAY_MS })
    },
    campaign: (windows) => store.call('countWindows', windows),
    story,
    redeliver: async (id, channel) => {
      const { deliveries } = await story(id)
      if (!deliveries.some((one) => one.channel === channel && one.isConfigured))
        throw new ProblemError(malformed(NOT_CONFIGURED[channel]))
      await store.call('redeliver', { submissionId: id, channel, delivered: true }, now())
      onQueued()
      return story(id)
    },
    writeNote: async (id, { text, writtenAt }, { name: editor }) => {
      const outcome = await store.call(
        'writeNote',
        { submissionId: id, text, editor, over: writtenAt },
        now(),
      )
      if (outcome === 'absent') throw new ProblemError(erasedMeanwhile)
      if (outcome === 'changed') throw new ProblemError(noteChanged)
      return story(id)
    },
    erase: async (id, reason, { name: editor }) => {
      const { email } = await story(id)
      return store.call('erase', email, { editor, reason: ERASE_REASONS[reason] }, now())
    },
    export: async (format, { name: editor }) => {
      const { waitlist, contact } = await store.call('submissionTotals')
      const detail = `${waitlist + contact} submissions as ${format.toUpperCase()}`
      await store.call('writeAudit', { editor, action: 'export', detail, reason: '' }, now())
      return format === 'csv' ? exportCsv(store.call) : exportJson(store.call)
    },
  }
}

const NOT_CONFIGURED = {
  mail: 'This server sends no mail: set SMTP_URL and NOTIFY_EMAIL. It waits until then.',
  crm: 'This server calls no CRM: set CRM_WEBHOOK_URL and CRM_WEBHOOK_SECRET. It waits until then.',
}
