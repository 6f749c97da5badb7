import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How far a call's time may be from ours, in ms: a call that was caught is of no use later. */
const WINDOW_MS = 5 * 60_000

/** Why a call can't be believed. */
export type SignatureFault = 'absent' | 'unreadable' | 'stale' | 'forged'

/** A genuine call: when it was signed, in ms since 1970, and what stands for body and time together. */
export interface Signature {
  signedAt: number
  digest: string
}

/**
 * Checks `sanity-webhook-signature` (`t=<ms>,v1=<HMAC>`) over the body's bytes. Sanity's own toolkit compares
 * in a time that depends on the secret and takes calls of any age, so it is only what the tests compare with.
 */
export function readSignature(
  header: string | undefined,
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
): Signature | SignatureFault {
  if (header === undefined) return 'absent'
  const [, time, given] = /^t=(\d{1,16})[, ]+v1=([\w-]{43})$/u.exec(header) ?? []
  if (time === undefined || given === undefined) return 'unreadable'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(Buffer.from(given, 'base64url'), expected)) return 'forged'
  if (Math.abs(now - Number(time)) > WINDOW_MS) return 'stale'
  return {
    signedAt: Number(time),
    digest: createHash('sha256').update(`${time}.`).update(body).digest('base64url'),
  }
}
