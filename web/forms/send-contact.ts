import { useEffect, useState } from 'react'
import { AGE_HEADER, TRAPPED_HEADER } from '../../api/contract/limits.ts'
import { botCheckToken, loadBotCheck } from './bot-check.behaviour.ts'

export interface Message {
  name: string
  email: string
  message: string
}

/** Long enough for a slow phone to finish the bot check, in ms. */
const TIMEOUT = 30_000

/** What tells a person's post from a robot's. */
export interface BotSignals {
  /** When the form was hydrated, in ms since 1970. */
  opened: number
  /** A field that people don't see. */
  website: string
}

/** The message last tried and its idempotency key: the same words sent again count once. */
let tried: { words: string; key: string } | undefined

type BotCheckState = 'loading' | 'ready' | 'failed'

/** Whether a form can be sent yet. A script that failed is tried again when the network returns. */
export function useBotCheck(): BotCheckState {
  const [state, setState] = useState<BotCheckState>('loading')
  useEffect(() => {
    let current = true
    const load = () => {
      loadBotCheck().then(
        () => current && setState('ready'),
        (error: unknown) => {
          console.warn(error)
          if (current) setState('failed')
        },
      )
    }
    load()
    addEventListener('online', load)
    return () => {
      current = false
      removeEventListener('online', load)
    }
  }, [])
  return state
}

/** Sends a message with a fresh token. True when it was received; never throws. */
export async function sendMessage(message: Message, { opened, website }: BotSignals): Promise<boolean> {
  try {
    const token = await botCheckToken()
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': keyOf(message),
        [AGE_HEADER]: String(Date.now() - opened),
        ...(website !== '' && { [TRAPPED_HEADER]: '1' }),
      },
      body: JSON.stringify({ ...message, token }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.json()
    if (response.ok) tried = undefined
    return response.ok
  } catch (error) {
    console.warn(error)
    return false
  }
}

function keyOf(message: Message): string {
  const words = JSON.stringify(message)
  if (tried?.words !== words) tried = { words, key: crypto.randomUUID() }
  return tried.key
}
