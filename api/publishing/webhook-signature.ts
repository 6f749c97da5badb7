import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError } from '../contract/problem.ts'
import { hookTooLarge, malformed, notGenuine, noWebhook } from '../contract/problems.ts'
import { readBytes } from '../http/body.ts'

/** How far a call's time may be from ours, in ms, so that an intercepted call can't be used later. */
const WINDOW_MS = 5 * 60_000

/** A genuine call: when it was signed, in ms since 1970, and what stands for body and time together. */
export interface Signature {
  signedAt: number
  digest: string
}

/** A genuine call that is refused for its time alone. */
export class SignedAtAnotherTime extends ProblemError {
  /** How far its time is ahead of ours, in ms; less than 0 where it is behind. */
  readonly aheadMs: number

  constructor(aheadMs: number) {
    super(notGenuine('The call was signed more than five minutes from now: it is old, or a clock is wrong.'))
    this.aheadMs = aheadMs
  }
}

/** A genuine call, with its body as JSON; undefined if it is no JSON. */
interface SignedCall {
  body: unknown
  signature: Signature
  /** When it came, in ms since 1970. */
  now: number
}

/**
 * Reads a call and checks that its sender knows the webhook's secret.
 * @param limit in bytes
 * @throws ProblemError if there is no secret, or the call is too large or not genuine; SignedAtAnotherTime if
 * that is the one thing wrong with it
 */
export async function readSigned(
  request: Request,
  secret: string | undefined,
  limit: number,
): Promise<SignedCall> {
  if (secret === undefined) throw new ProblemError(noWebhook)
  const bytes = await readBytes(request, limit, hookTooLarge(limit))
  const now = Date.now()
  const header = request.headers.get('sanity-webhook-signature')
  return { body: parseJson(bytes), signature: readSignature(header, bytes, { secret, now }), now }
}

/**
 * Checks `sanity-webhook-signature` (`t=<ms>,v1=<HMAC>`) over the body's bytes. Sanity's own toolkit compares
 * in a time that depends on the secret and takes calls of any age, so it is only what the tests compare with.
 */
function readSignature(
  header: string | null,
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
): Signature {
  if (header === null)
    throw new ProblemError(
      notGenuine('The header sanity-webhook-signature is missing: give the webhook a secret.'),
    )
  const [, time, given] = /^t=(\d{1,16})[, ]+v1=([\w-]{43})$/u.exec(header) ?? []
  if (time === undefined || given === undefined)
    throw new ProblemError(malformed('The header sanity-webhook-signature can’t be read.'))
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(Buffer.from(given, 'base64url'), expected))
    throw new ProblemError(
      notGenuine('The signature is not that of this body and of REBUILD_WEBHOOK_SECRET.'),
    )
  const aheadMs = Number(time) - now
  if (Math.abs(aheadMs) > WINDOW_MS) throw new SignedAtAnotherTime(aheadMs)
  return {
    signedAt: Number(time),
    digest: createHash('sha256').update(`${time}.`).update(body).digest('base64url'),
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
