import { useEffect, useRef, useState, type RefObject } from 'react'
import type { WaitlistEntry } from '../../api/contract/forms.ts'
import { MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import { deliver, type Asked } from './outbox.ts'
import { faultOf, isDeliverable } from './validate.ts'

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
 * too, and delivers it unless a send has succeeded already.
 */
export function useEntry(
  form: RefObject<HTMLFormElement | null>,
  asked: Asked,
): { entry: WaitlistEntry; keep: () => void; send: () => Promise<void> } {
  const [entry, setEntry] = useState(EMPTY)
  const sent = useRef(false)
  const opened = useRef(0)
  useEffect(() => {
    // Once it is seen: it may have been drawn long before.
    opened.current = Date.now()
  }, [])

  function keep(): WaitlistEntry {
    const whole = form.current ? { ...entry, ...valuesOf(form.current) } : entry
    setEntry(whole)
    return whole
  }

  async function send() {
    const whole = keep()
    if (sent.current || whole.email === '') return
    sent.current = await deliver(sendable(whole), asked, opened.current)
  }

  return { entry, keep, send }
}

/** Calls `onLeave` when the page is left while `watching`: a closed tab can't be asked for more. */
export function useLeaving(watching: boolean, onLeave: () => void): void {
  const latest = useRef(onLeave)
  useEffect(() => {
    latest.current = onLeave
  })
  useEffect(() => {
    if (!watching) return undefined
    const leave = () => latest.current()
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [watching])
}

/** Fields of a form as they are now; an email that could never be delivered counts as empty. */
function valuesOf(form: HTMLFormElement): Partial<WaitlistEntry> {
  const email = form.elements.namedItem('email')
  const values: Record<string, string> = {}
  // A choice that was taken back is missing from the form's data.
  for (const radio of form.querySelectorAll<HTMLInputElement>('[type=radio]:enabled')) values[radio.name] = ''
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value.trim()
  }
  if (email instanceof HTMLInputElement && !isDeliverable(email)) values['email'] = ''
  return values
}

/** An entry without the optional texts that the API would refuse, which would take the whole with them. */
function sendable(entry: WaitlistEntry): WaitlistEntry {
  return {
    ...entry,
    firstName: lineOrNone(entry.firstName),
    company: lineOrNone(entry.company),
    role: lineOrNone(entry.role),
    useCase: faultOf(entry.useCase, MAX_TEXT, true) ? '' : entry.useCase,
  }
}

function lineOrNone(text: string): string {
  return faultOf(text, MAX_LINE, false) ? '' : text
}
