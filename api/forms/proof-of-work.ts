import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { BotCheck, BotVerdict } from './bot-check.ts'

/** About 70 ms of a laptop, and seconds of a robot's farm for each thousand posts. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, fewest: 200, most: 400 }

/** Long enough for a slow phone; what a person types is not timed, as the task is fetched on submit. */
const validMs = 10 * 60_000

const tokenSchema = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(work.algorithm),
      cost: z.number(),
      data: z.strictObject({ action: z.literal('submit') }),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string().regex(/^[0-9a-f]{32}$/u),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * The bot check that needs no third party: a signed task of some tens of ms, stateless here.
 * The nonce must be spent by the caller, as a solution verifies any number of times.
 */
export function proofOfWork(secret: () => Promise<string>, now: () => number = Date.now): Required<BotCheck> {
  async function secrets() {
    const base = await secret()
    const derive = (use: string) => createHmac('sha256', base).update(use).digest('base64url')
    return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
  }

  async function challenge() {
    return createChallenge({
      ...(await secrets()),
      algorithm: work.algorithm,
      cost: work.cost,
      counter: randomInt(work.most, work.fewest),
      deriveKey,
      expiresAt: Math.floor((now() + validMs) / 1_000),
      data: { action: 'submit' },
    })
  }

  async function verify(token: string): Promise<BotVerdict> {
    const payload = tokenSchema.safeParse(decode(token)).data
    if (!payload) return { ok: false, reason: 'refused' }
    const keys = await secrets().catch(() => undefined)
    if (!keys) return { ok: false, reason: 'unreachable' }
    const { challenge: task, solution } = payload
    if (task.parameters.expiresAt * 1_000 < now()) return { ok: false, reason: 'refused' }
    const { verified } = await verifySolution({ ...keys, challenge: task, solution, deriveKey }).catch(() => {
      return { verified: false }
    })
    return verified ? { ok: true, nonce: task.parameters.nonce } : { ok: false, reason: 'refused' }
  }
  return { challenge, verify }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}
