import type { Kysely } from 'kysely'
import type { SubmissionDelivery, SubmissionStory } from '../../contract/submissions.ts'
import type { Tables } from '../tables/schema.ts'
import { contactById, iso, waitlistById } from './stored-submissions.ts'

/** A submission and its deliveries. The store can't know which channels are configured. */
export type StoredStory = Omit<SubmissionStory, 'deliveries'> & {
  deliveries: Omit<SubmissionDelivery, 'isConfigured'>[]
}

/** All that is stored about one submission; undefined if there is none of that id. */
export async function submissionStory(db: Kysely<Tables>, id: string): Promise<StoredStory | undefined> {
  const sent = await sentAs(db, id)
  if (!sent) return undefined
  const deliveries = await db
    .selectFrom('outbox')
    .selectAll()
    .where('entry_id', '=', id)
    .orderBy('channel', 'desc')
    .execute()
  const note = await db.selectFrom('notes').selectAll().where('entry_id', '=', id).executeTakeFirst()
  return {
    id,
    ...sent,
    deliveries: deliveries.map(({ channel, state, attempts, ...row }) => ({
      channel,
      state,
      attempts,
      lastError: row.last_error,
      attemptedAt: row.attempted_at === 0 ? null : iso(row.attempted_at),
      dueAt: iso(row.due_at),
    })),
    note: note ? { text: note.text, editor: note.editor, writtenAt: iso(note.written_at) } : null,
    ofAddress: {
      waitlist: await countOf(db, 'waitlist', sent.email),
      contact: await countOf(db, 'contact', sent.email),
    },
  }
}

type Sent = Omit<StoredStory, 'id' | 'deliveries' | 'note' | 'ofAddress'>

async function sentAs(db: Kysely<Tables>, id: string): Promise<Sent | undefined> {
  const entry = (await waitlistById(db, [id])).get(id)
  if (entry) {
    const { email, createdAt, updatedAt, suspected, intent } = entry
    return {
      kind: 'waitlist',
      email,
      createdAt,
      completedAt: updatedAt === createdAt ? null : updatedAt,
      suspected,
      intent,
      source: entry.source,
      page: entry.page,
      fields: named(entry, ['email', 'firstName', 'company', 'role', 'companySize', 'useCase']),
    }
  }
  const message = (await contactById(db, [id])).get(id)
  if (!message) return undefined
  const { email, createdAt, suspected } = message
  return {
    kind: 'contact',
    email,
    createdAt,
    completedAt: null,
    suspected,
    intent: '',
    source: '',
    page: '',
    fields: named(message, ['name', 'email', 'message']),
  }
}

function named<Name extends string>(
  sent: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Sent['fields'] {
  return names.map((name) => ({ name, value: sent[name] }))
}

async function countOf(db: Kysely<Tables>, table: 'waitlist' | 'contact', email: string): Promise<number> {
  const count = db.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
  return Number((await count.where('email', '=', email).executeTakeFirstOrThrow()).count)
}
