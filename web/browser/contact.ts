import { botCheckToken } from './bot-check.ts'

export interface Message {
  name: string
  email: string
  message: string
}

/** Long enough for a slow phone to finish the bot check, in ms. */
const TIMEOUT = 30_000

/** Sends a message with a fresh token. True when it was received; never throws. */
export async function sendMessage(message: Message): Promise<boolean> {
  try {
    const token = await botCheckToken()
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...message, token }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.json()
    return response.ok
  } catch (error) {
    console.warn(error)
    return false
  }
}
