import { useEffect, useState } from 'react'
import { loadBotCheck } from './bot-check.ts'

export type BotCheckState = 'loading' | 'ready' | 'failed'

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
