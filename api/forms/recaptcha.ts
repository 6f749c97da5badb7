import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ProblemError } from '../contract/problem.ts'
import { botCheckFailed, botCheckUnreachable } from '../contract/problems.ts'
import type { BotCheck } from './bot-check.ts'

export interface RecaptchaOptions {
  secretKey: string
  /** Posts below this are refused, 0 to 1. */
  minScore: number
  /** Host names of the pages that may run the check. */
  hostnames: readonly string[]
  /** Where tokens are verified; tests have their own. */
  endpoint?: string
}

const LIMIT_MS = 3_000

const answerSchema = z.object({
  success: z.boolean(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Google reCAPTCHA v3. A token is valid for two minutes and once, which Google enforces. */
export function recaptcha({
  secretKey,
  minScore,
  hostnames,
  endpoint = 'https://www.google.com/recaptcha/api/siteverify',
}: RecaptchaOptions): BotCheck {
  async function verify(token: string): Promise<string> {
    const answer = await ask(endpoint, new URLSearchParams({ secret: secretKey, response: token }))
    // A wrong secret is our fault, not the visitor's: the post can be sent again once that is mended.
    if (!answer || answer['error-codes'].some((code) => code.endsWith('input-secret')))
      throw new ProblemError(botCheckUnreachable)
    const { success, action, hostname = '', score = 0 } = answer
    if (!success || action !== 'submit' || !hostnames.includes(hostname) || score < minScore)
      throw new ProblemError(botCheckFailed)
    return createHash('sha256').update(token).digest('base64url')
  }
  return { verify }
}

async function ask(
  endpoint: string,
  body: URLSearchParams,
): Promise<z.output<typeof answerSchema> | undefined> {
  try {
    const response = await fetch(endpoint, { method: 'POST', body, signal: AbortSignal.timeout(LIMIT_MS) })
    return answerSchema.parse(await response.json())
  } catch {
    return undefined
  }
}
