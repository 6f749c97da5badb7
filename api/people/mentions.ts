import { z } from 'zod'
import type { Person } from '../contract/people.ts'
import { AttemptFailed } from '../delivery/attempt.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { MentionMail } from './mention-mail.ts'

const MAX_MENTIONS = 20
const MAX_TEXT = 1_000
const MAX_TITLE = 120
/** How many mails are remembered, so that a repeated call sends and counts none of them twice. */
const MAX_REMEMBERED = 1_000

const span = z.looseObject({ text: z.string().optional(), userId: z.string().optional() })
const block = z.looseObject({ children: z.array(span).optional() })

/** What the content lake tells of a comment. */
export const comment = z.object({
  _id: z.string().regex(/^[\w-]{1,128}$/u),
  authorId: z.string().max(128),
  message: z.array(block).nullable(),
  document: z.string().max(256),
  type: z.string().max(128).nullable(),
  /** The release whose version it is about; none for the draft. */
  release: z.string().max(128).nullable(),
  title: z.string().nullable(),
})
export type Comment = z.output<typeof comment>

/** The webhook of comments that the local content lake is given. */
export const mentionWebhook = {
  name: 'mentions',
  filter: '_type == "comment"',
  projection:
    '{_id, authorId, message, "document": target.document._ref, "type": target.documentType, "release": target.documentVersionId, "title": context.notification.documentTitle}',
  path: '/api/comments/mentions',
  on: ['create'],
} as const

/** Mails those whom a comment names. Rejects with AttemptFailed where one of the mails can't be sent now. */
export type TellMentioned = (comment: Comment) => Promise<void>

interface Deps {
  mail: MentionMail
  people: () => Promise<readonly Person[]>
  /** How many mails one author may cause. Beyond that, a comment is only in the Studio. */
  limit: RateLimit
  /** Called with the id of a person whose mail was refused, and the mail server's codes. */
  onRefused: (person: string, codes: string) => void
  /** Where the Studio is reached. */
  studio: string
}

/** Mails neither people who were revoked nor the author. */
export function createTellMentioned({ mail, people, limit, onRefused, studio }: Deps): TellMentioned {
  const mails = new Map<string, 'counted' | 'settled'>()

  function remember(key: string, state: 'counted' | 'settled'): void {
    mails.set(key, state)
    if (mails.size <= MAX_REMEMBERED) return
    const [oldest] = mails.keys()
    if (oldest !== undefined) mails.delete(oldest)
  }

  async function tell(given: Comment): Promise<void> {
    const { _id: id, authorId } = given
    const named = namedIn(given)
    if (named.size === 0) return
    const everybody = await people()
    const told = everybody
      .filter((person) => named.has(person.id) && person.revokedAt === null)
      .slice(0, MAX_MENTIONS)
    const mention = mentionOf(given, everybody, studio)
    let failure: AttemptFailed | undefined
    for (const person of told) {
      const key = `${id} ${person.id}`
      const known = mails.get(key)
      if (known === 'settled') continue
      // A mail counts once, or its retries would use up the limit while the mail server is away.
      if (known === undefined && (await limit(authorId)) !== undefined) break
      remember(key, 'counted')
      try {
        await mail.send(person, mention)
      } catch (error) {
        if (!(error instanceof AttemptFailed)) throw error
        if (!error.isPermanent) {
          failure = error
          continue
        }
        // A mail that was refused for its text or its recipient would be refused again.
        onRefused(person.id, error.message)
      }
      remember(key, 'settled')
    }
    if (failure) throw failure
  }

  const underWay = new Map<string, Promise<void>>()
  return (given) => {
    // If the mail server is slow, the lake calls again: both calls wait for the same mails.
    const known = underWay.get(given._id)
    if (known) return known
    const telling = tell(given).finally(() => underWay.delete(given._id))
    underWay.set(given._id, telling)
    return telling
  }
}

/** Ids of those whom a comment names, without its author. */
function namedIn({ authorId, message }: Comment): Set<string> {
  const spans = message?.flatMap((one) => one.children ?? []) ?? []
  const named = new Set(spans.flatMap(({ userId }) => userId ?? []))
  named.delete(authorId)
  return named
}

/** What the mail about a comment says. */
function mentionOf(
  { _id, authorId, message, title, ...about }: Comment,
  everybody: readonly Person[],
  studio: string,
) {
  const nameOf = (id: string) => everybody.find((person) => person.id === id)?.name
  const lines = message?.map(({ children = [] }) =>
    children
      .map(({ text = '', userId }) => (userId === undefined ? text : `@${nameOf(userId) ?? 'somebody'}`))
      .join(''),
  )
  return {
    comment: _id,
    author: nameOf(authorId) ?? 'Somebody',
    title: oneLine(title ?? about.type ?? 'a document').slice(0, MAX_TITLE),
    text: (lines ?? []).join('\n').trim().slice(0, MAX_TEXT),
    url: addressOf(studio, { _id, ...about }),
  }
}

/** Where the Studio opens what a comment is about, with the comment beside it. */
function addressOf(
  studio: string,
  { _id, document, type, release }: Pick<Comment, '_id' | 'document' | 'type' | 'release'>,
): string {
  const parts = [`id=${encodeURIComponent(document)}`]
  if (type !== null) parts.push(`type=${encodeURIComponent(type)}`)
  parts.push(`inspect=${encodeURIComponent('sanity/comments')}`, `comment=${_id}`)
  const perspective = release === null ? '' : `?perspective=${encodeURIComponent(release)}`
  return `${studio}/intent/edit/${parts.join(';')}${perspective}`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}
