import { AGE_HEADER, TRAPPED_HEADER } from '../../api/contract/limits.ts'
import { abortAfter } from '../browser/abort-after.ts'
import { botCheckToken } from './bot-check.ts'
import { newKey } from './new-key.ts'

export interface Message {
  name: string
  email: string
  message: string
}

/** Long enough for a slow phone to finish the bot check. */
const TIMEOUT_MS = 30_000

/** What tells people's posts from those of bots. */
export interface BotSignals {
  /** When the form was attached, in ms since 1970. */
  opened: number
  /** A field that people don't see. */
  website: string
}

/** The message last tried and its idempotency key: the same words sent again count once. */
let tried: { words: string; key: string } | undefined

/** Sends a message with a fresh token. True when it was received in time; never throws. */
export async function sendMessage(message: Message, { opened, website }: BotSignals): Promise<boolean> {
  const signal = abortAfter(TIMEOUT_MS)
  try {
    const token = await Promise.race([botCheckToken(), rejection(signal)])
    const age = Date.now() - opened
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': keyOf(message),
        // If the clock was set back meanwhile, the age is unknown.
        ...(age >= 0 && { [AGE_HEADER]: String(age) }),
        ...(website !== '' && { [TRAPPED_HEADER]: '1' }),
      },
      body: JSON.stringify({ ...message, token }),
      signal,
    })
    await response.json()
    if (response.ok) tried = undefined
    return response.ok
  } catch (error) {
    console.warn(error)
    return false
  }
}

/** Rejects when the signal aborts: a bot check may hang outside of our own requests. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function keyOf(message: Message): string {
  const words = JSON.stringify(message)
  if (tried?.words !== words) tried = { words, key: newKey() }
  return tried.key
}
