import { useEffect, useState, type FormEvent } from 'react'
import { loadBotCheck } from './bot-check.behaviour.ts'
import { sendMessage } from './send-contact.ts'
import { findErrors, type ValidationMessages } from './validate.ts'

export type Status = 'idle' | 'loading' | 'success' | 'error'
export type BotCheckState = 'loading' | 'ready' | 'failed'

/** The contact form's states. `send` is its submit: it says what is missing, or sends once. */
export function useContact(validation: ValidationMessages) {
  const botCheck = useBotCheck()
  const [status, setStatus] = useState<Status>('idle')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [opened] = useState(() => Date.now())

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (status === 'loading' || botCheck !== 'ready') return
    const form = event.currentTarget
    const found = findErrors(form, validation)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const data = new FormData(form)
    const text = (name: string) => textOf(data.get(name))
    setStatus('loading')
    const received = await sendMessage(
      { name: text('name'), email: text('email'), message: text('message') },
      { opened, website: text('website') },
    )
    if (received) form.reset()
    setStatus(received ? 'success' : 'error')
  }

  return { status, botCheck, errors, send }
}

/** Whether a form can be sent yet. A script that failed is tried again when the network returns. */
function useBotCheck(): BotCheckState {
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

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry.trim() : ''
}
