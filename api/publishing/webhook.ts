import { z } from 'zod'
import { ProblemError } from '../contract/problem.ts'
import { malformed } from '../contract/problems.ts'
import type { Hook } from '../store/publishing/publish-hooks.ts'
import type { Signature } from './webhook-signature.ts'

/**
 * The webhook that tells of publishes: what the local content lake is given, and what to enter for a hosted
 * dataset. Pictures and Sanity's own documents are no publishes.
 */
export const rebuildWebhook = {
  name: 'rebuild',
  filter: '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.")',
  projection: '{_id, _type, _rev, _updatedAt}',
} as const

const documentId = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/u)
const time = z.iso.datetime({ offset: true })
const name = z.string().min(1).max(128)
const payload = z.object({ _id: documentId, _type: name, _rev: name, _updatedAt: time })
const operation = z.enum(['create', 'update', 'delete'])

/**
 * Reads a call that was found genuine. Headers are not signed: the one that says what happened is a hint on what to
 * look for in the content, no more. What makes a call the same as another is its signed body and time.
 * @param header reads one of the call's headers
 * @param now in ms since 1970
 * @throws ProblemError if it is not a call of this webhook
 */
export function readHook(
  body: unknown,
  {
    signature,
    header,
    now,
  }: { signature: Signature; header: (name: string) => string | undefined; now: number },
): { hook: Hook; type: string } {
  const given = payload.safeParse(body)
  if (!given.success)
    throw new ProblemError(
      malformed(
        `The body must be a JSON object of the projection ${rebuildWebhook.projection}: set it in the webhook.`,
      ),
    )
  const cause = operation.safeParse(header('sanity-operation'))
  if (!cause.success)
    throw new ProblemError(malformed('The header sanity-operation must be create, update or delete.'))
  const { _id, _type, _rev, _updatedAt } = given.data
  // A deleted document can only show its last edit, which is older than its end.
  const gone = cause.data === 'delete'
  const at = gone
    ? endOf(Date.parse(_updatedAt), header('sanity-transaction-time'), signature)
    : Date.parse(_updatedAt)
  const hook = {
    key: signature.digest,
    document: _id,
    revision: gone ? null : _rev,
    publishedAt: new Date(at).toISOString(),
    receivedAt: now,
  }
  return { hook, type: _type }
}

/** When a document was deleted: as the header says, but not before its last edit and not after the signature. */
function endOf(editedAt: number, given: string | undefined, { signedAt }: Signature): number {
  const deletedAt = time.safeParse(given)
  return Math.max(editedAt, Math.min(deletedAt.success ? Date.parse(deletedAt.data) : signedAt, signedAt))
}
