import { createHash, createHmac } from 'node:crypto'
import type { LakeDocument } from '../document.ts'
import { LakeStartError, messageOf } from '../errors.ts'
import { evaluateDelta, parseDelta, type GroqNode } from '../query/groq.ts'
import type { Cause, Notice, Webhook } from './webhook.ts'

export interface Call {
  headers: Headers
  body: string
}

/**
 * Makes a webhook's call from a notice; undefined where its filter refuses. Rejects where the call can't be made.
 */
export type MakeCall = (notice: Notice) => Promise<Call | undefined>

const CAUSES: readonly Cause[] = ['create', 'update', 'delete']

/** @throws LakeStartError when filter or projection can't be read. */
export function readWebhook(webhook: Webhook, find: (id: string) => LakeDocument | undefined): MakeCall {
  const filter = read(webhook, 'filter')
  const projection = read(webhook, 'projection')

  return async (notice) => {
    const { before, after } = notice
    const cause = causeOf(notice)
    if (!(webhook.on ?? CAUSES).includes(cause)) return undefined
    if (filter !== undefined && (await evaluateDelta(filter, { before, after, find })) !== true)
      return undefined
    const payload =
      projection === undefined ? (after ?? before) : await evaluateDelta(projection, { before, after, find })
    return {
      headers: new Headers({ ...webhook.headers, ...headersOf(notice, cause) }),
      body: JSON.stringify(payload ?? null),
    }
  }
}

function causeOf({ before, after }: Notice): Cause {
  if (before === null) return 'create'
  return after === null ? 'delete' : 'update'
}

/** The value of `sanity-webhook-signature`, which @sanity/webhook checks. @param at in ms since 1970 */
export function signatureOf(body: string, secret: string, at: number): string {
  const hash = createHmac('sha256', secret).update(`${at}.${body}`).digest('base64url')
  return `t=${at},v1=${hash}`
}

function headersOf({ webhook, transaction, at, document }: Notice, cause: Cause): Record<string, string> {
  const key = createHash('sha256').update(`${webhook}\n${transaction}\n${document}`).digest('base64url')
  return {
    'content-type': 'application/json',
    'idempotency-key': key,
    'sanity-transaction-id': transaction,
    'sanity-transaction-time': at,
    'sanity-project-id': 'local',
    'sanity-dataset': 'production',
    'sanity-document-id': document,
    'sanity-operation': cause,
    'sanity-webhook-id': webhook,
  }
}

function read(webhook: Webhook, part: 'filter' | 'projection'): GroqNode | undefined {
  const text = webhook[part]
  if (text === undefined) return undefined
  try {
    return parseDelta(text)
  } catch (error) {
    throw new LakeStartError(
      `The ${part} of the webhook "${webhook.name}" cannot be read: ${messageOf(error)}`,
    )
  }
}
