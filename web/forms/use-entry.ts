import { useEffect, useRef, useState, type RefObject } from 'react'
import type { WaitlistEntry } from '../../api/contract/forms.ts'
import type { Source } from '../../api/contract/limits.ts'
import { deliver } from './outbox.ts'
import { isDeliverable } from './validate.ts'

const EMPTY: WaitlistEntry = {
  email: '',
  firstName: '',
  company: '',
  role: '',
  companySize: '',
  useCase: '',
}

/**
 * The entry that grows from form to form. `keep` takes what the current form holds; `send` does
 * too, and delivers it unless a send has succeeded already. Leaving the page sends as closing does.
 */
export function useEntry(
  form: RefObject<HTMLFormElement | null>,
  source: Source,
  open: boolean,
  onLeave: () => void,
): { keep: () => void; send: () => Promise<void> } {
  const entry = useRef(EMPTY)
  const sent = useRef(false)
  const [opened] = useState(() => Date.now())

  function keep() {
    if (form.current) entry.current = { ...entry.current, ...valuesOf(form.current) }
  }

  async function send() {
    keep()
    if (sent.current || entry.current.email === '') return
    sent.current = await deliver(entry.current, source, opened)
  }

  const leave = useRef({ send, onLeave })
  useEffect(() => {
    leave.current = { send, onLeave }
  })
  useEffect(() => {
    if (!open) return undefined
    const onPageHide = () => {
      void leave.current.send()
      leave.current.onLeave()
    }
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [open])

  return { keep, send }
}

/** Filled fields of a form; an email that could never be delivered counts as empty. */
function valuesOf(form: HTMLFormElement): Partial<WaitlistEntry> {
  const email = form.elements.namedItem('email')
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value.trim()
  }
  if (email instanceof HTMLInputElement && !isDeliverable(email)) values['email'] = ''
  return values
}
