import { isDeepStrictEqual } from 'node:util'
import { isRecord, type LakeDocument } from '../document.ts'
import { LakeError } from '../errors.ts'
import type { User } from '../http/caller.ts'
import type { Rule } from '../mutate/commit.ts'
import type { Corpus } from '../store/corpus.ts'
import type { Change } from '../store/transaction.ts'
import { REVIEW_TYPE } from './review.ts'

const COMMENT_TYPE = 'comment'

const STATUSES: readonly unknown[] = ['open', 'resolved']
/** Ids as the Studio makes them; a dot in one would keep it out of the Studio's lists. */
const ID = /^[\w-]{1,128}$/u
const MAX_BYTES = 256 * 1024
const MAX_MENTIONS = 20
/** Most comments, as all are held in memory. */
const MAX_DOCUMENTS = 10_000

/** Fields that others than the author may change: anybody may resolve a thread, or edit the passage that it marks. */
const SHARED = new Set(['_rev', '_updatedAt', 'status', 'reactions', 'target'])

/** Allows comments only in the Studio's shape, and each to its author; administrators may delete any. */
export function commentRule(comments: Corpus): Rule {
  return (changes, _stage, user) => {
    for (const { before, after } of changes) {
      const comment = after ?? before
      if (!comment || comment._type === REVIEW_TYPE) continue
      if (comment._type !== COMMENT_TYPE) throw invalid('This dataset holds comments and reviews alone')
      if (after === null) requireMayDelete(comment, user, comments.get)
      else requireComment(after)
      if (before && after) requireMayChange(before, after, user)
      else if (after && after['authorId'] !== user.id)
        throw forbidden('A comment is written in one’s own name')
    }
    const added = changes.filter(({ before }) => before === null)
    if (added.length > 0) requireMayAdd(added, comments.view('raw').all())
  }
}

function requireMayAdd(added: readonly Change[], there: readonly LakeDocument[]): void {
  if (there.length + added.length > MAX_DOCUMENTS)
    throw invalid(`There are ${MAX_DOCUMENTS} comments already: delete threads that are resolved`)
  // Whoever starts a thread may delete it, so nobody may take the id of a thread whose first comment is gone.
  const parents = new Set(there.map((comment) => comment['parentCommentId']))
  const late = added.find(({ id }) => parents.has(id))
  if (late !== undefined) throw invalid(`There are replies to "${late.id}" already: use another id`)
}

/** Ids of those whom a comment mentions. */
function mentionsIn(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  const spans = message.flatMap((block: unknown) =>
    isRecord(block) && Array.isArray(block['children']) ? (block['children'] as unknown[]) : [],
  )
  return spans.flatMap((span) =>
    isRecord(span) && span['_type'] === 'mention' && typeof span['userId'] === 'string' ? span['userId'] : [],
  )
}

function requireComment(comment: LakeDocument): void {
  const { _id: id, status, message, threadId, target } = comment
  const document = isRecord(target) ? target['document'] : undefined
  const isWhole =
    ID.test(id) &&
    STATUSES.includes(status) &&
    (message === null || Array.isArray(message)) &&
    typeof threadId === 'string' &&
    isRecord(document) &&
    typeof document['_ref'] === 'string'
  if (!isWhole) throw invalid(`"${id}" is no comment: it needs a status, a message, a thread and a document`)
  if (Buffer.byteLength(JSON.stringify(comment)) > MAX_BYTES)
    throw invalid(`The comment is larger than ${MAX_BYTES / 1024} kB: say it in several`)
  if (mentionsIn(message).length > MAX_MENTIONS)
    throw invalid(`The comment mentions more than ${MAX_MENTIONS} people: say it in several`)
}

/** Whoever started a thread may delete it, including what others said in it. */
function requireMayDelete(
  comment: LakeDocument,
  user: User,
  find: (id: string) => LakeDocument | undefined,
): void {
  const { parentCommentId, threadId } = comment
  const first = typeof parentCommentId === 'string' ? find(parentCommentId) : undefined
  const parent = first?.['threadId'] === threadId ? first : undefined
  if (user.role === 'administrator' || [comment, parent].some((one) => one?.['authorId'] === user.id)) return
  throw forbidden('A comment is deleted by who wrote it, or by an administrator')
}

function requireMayChange(before: LakeDocument, after: LakeDocument, user: User): void {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field]))
  if (changed.includes('authorId') || !isDeepStrictEqual(placeOf(before), placeOf(after)))
    throw invalid('A comment keeps its author and its place')
  const isOwn = before['authorId'] === user.id
  if (!isOwn && changed.some((field) => !SHARED.has(field)))
    throw forbidden('A comment is changed by who wrote it')
  const others = (comment: LakeDocument): unknown[] =>
    [comment['reactions'] ?? []]
      .flat()
      .filter((reaction) => !isRecord(reaction) || reaction['userId'] !== user.id)
  if (!isDeepStrictEqual(others(before), others(after))) throw forbidden('Everybody reacts for themselves')
}

/** Document and field of a comment. The passage it marks is as the Studio of whoever edits the text last saw it. */
function placeOf({ target }: LakeDocument): unknown {
  if (!isRecord(target) || !isRecord(target['path'])) return target
  const { selection: _passage, ...path } = target['path']
  return { ...target, path }
}

export function invalid(description: string): LakeError {
  return new LakeError(400, 'validationError', `${description}. Nothing was changed.`)
}

export function forbidden(description: string): LakeError {
  return new LakeError(403, 'insufficientPermissionsError', `${description}. Nothing was changed.`)
}
