import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { ProblemError } from '../contract/problem.ts'
import { botCheckFailed, botCheckUnreachable } from '../contract/problems.ts'
import type { BotCheck } from './bot-check.ts'

/** About 70 ms on a laptop: a thousand posts cost a robot a minute of its processor. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, fewest: 200, most: 400 }

/** Long enough for a slow phone. Typing does not count, as the task is fetched on submit. */
const VALID_MS = 10 * 60_000

const tokenSchema = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(WORK.algorithm),
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
 * The bot check without a third party: a signed task that takes a browser some tens of ms. It keeps no state, so a
 * solution could be verified any number of times: the caller has to store its nonce.
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
      algorithm: WORK.algorithm,
      cost: WORK.cost,
      counter: randomInt(WORK.most, WORK.fewest),
      deriveKey,
      expiresAt: Math.floor((now() + VALID_MS) / 1_000),
      data: { action: 'submit' },
    })
  }

  async function verify(token: string): Promise<string> {
    const payload = tokenSchema.safeParse(decode(token)).data
    if (!payload) throw new ProblemError(botCheckFailed)
    const keys = await secrets().catch((error: unknown) => {
      throw new ProblemError(botCheckUnreachable, { cause: error })
    })
    const { challenge: task, solution } = payload
    if (task.parameters.expiresAt * 1_000 < now()) throw new ProblemError(botCheckFailed)
    const { verified } = await verifySolution({ ...keys, challenge: task, solution, deriveKey }).catch(() => {
      return { verified: false }
    })
    if (!verified) throw new ProblemError(botCheckFailed)
    return task.parameters.nonce
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
