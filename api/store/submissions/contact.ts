import type { Insertable, Transaction } from 'kysely'
import { newId } from '../database/uuid.ts'
import type { Tables } from '../tables/schema.ts'
import type { ChangedSubmission } from './outbox.ts'
import { keysOf, type ContactPost, type KeyRow } from './posts.ts'

/** A row as it is inserted, with the post that it is made of. */
export interface StoredMessage {
  row: Insertable<Tables['contact']>
  post: ContactPost
}

export function messageOfPost(post: ContactPost): StoredMessage {
  const { message, suspected, at } = post
  return { row: { id: newId(), ...message, suspected: Number(suspected), created_at: at }, post }
}

/** Stores messages. Returns their keys, and what there is to deliver. */
export async function insertContact(
  trx: Transaction<Tables>,
  posts: readonly ContactPost[],
): Promise<{ keys: KeyRow[]; changed: ChangedSubmission[] }> {
  if (posts.length === 0) return { keys: [], changed: [] }
  const messages = posts.map(messageOfPost)
  await trx
    .insertInto('contact')
    .values(messages.map(({ row }) => row))
    .execute()
  return { keys: messages.flatMap(messageKeys), changed: messages.map(changeOf) }
}

export function messageKeys({ row, post }: StoredMessage): KeyRow[] {
  return keysOf(post).map((key) => ({ ...key, entry_id: row.id }))
}

function changeOf({ row: { id }, post }: StoredMessage): ChangedSubmission {
  return { submissionId: id, kind: 'contact', suspected: post.suspected, at: post.at }
}
