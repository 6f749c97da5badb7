import { useEffect, useRef, useState, type RefObject } from 'react'
import type { WaitlistEntry } from '../../api/contract/forms.ts'
import { MAX_LINE, MAX_TEXT } from '../../api/contract/limits.ts'
import type { EntrySource } from './outbox-storage.ts'
import { deliver, queueUnsent } from './outbox.ts'
import { faultOf, isDeliverable, tidyEmail } from './validate.ts'

const EMPTY: WaitlistEntry = {
  email: '',
  firstName: '',
  company: '',
  role: '',
  companySize: '',
  useCase: '',
}

/** A waitlist entry, and the ways to keep it and send it. */
interface GrowingEntry {
  entry: WaitlistEntry
  /** Takes over the values of the current form. */
  keep: () => void
  /** Takes over the values of the current form and delivers them, unless a send has succeeded already. */
  send: () => Promise<void>
  /** Queues the entry for a later page, unless a send has succeeded already; `resume` takes it back. */
  leave: () => void
  resume: () => void
}

/** The entry, filled in from form to form. */
export function useEntry(form: RefObject<HTMLFormElement | null>, entrySource: EntrySource): GrowingEntry {
  const [entry, setEntry] = useState(EMPTY)
  const sent = useRef(false)
  const opened = useRef(0)
  const takeBack = useRef<() => void>(undefined)
  useEffect(() => {
    // Effects run once it is shown; its markup may have been prepared long before.
    opened.current = Date.now()
  }, [])

  function keep(): WaitlistEntry {
    const whole = form.current ? { ...entry, ...valuesOf(form.current) } : entry
    setEntry(whole)
    return whole
  }

  async function send() {
    takeBack.current = undefined
    const whole = keep()
    if (sent.current || whole.email === '') return
    sent.current = await deliver(sendable(whole), entrySource, opened.current)
  }

  function leave() {
    const whole = keep()
    if (sent.current || whole.email === '') return
    takeBack.current ??= queueUnsent(sendable(whole), entrySource, opened.current)
  }

  function resume() {
    takeBack.current?.()
    takeBack.current = undefined
  }

  return { entry, keep, send, leave, resume }
}

interface Leaving {
  /** The page is left, and can't be asked for more. */
  onEnd: () => void
  /** The page is hidden: a phone may discard it without another event. */
  onHide: () => void
  onShow: () => void
}

/** While `watching`, calls these as the page is left, hidden or shown again. */
export function useLeaving(watching: boolean, leaving: Leaving): void {
  const latest = useRef(leaving)
  useEffect(() => {
    latest.current = leaving
  })
  useEffect(() => {
    if (!watching) return undefined
    const end = () => latest.current.onEnd()
    const turn = () => (document.hidden ? latest.current.onHide() : latest.current.onShow())
    addEventListener('pagehide', end)
    document.addEventListener('visibilitychange', turn)
    return () => {
      removeEventListener('pagehide', end)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [watching])
}

/** The current values of a form; an email that could never be delivered counts as empty. */
function valuesOf(form: HTMLFormElement): Partial<WaitlistEntry> {
  const email = form.elements.namedItem('email')
  if (email instanceof HTMLInputElement) tidyEmail(email)
  const values: Record<string, string> = {}
  // The form's data leaves out a choice that was cleared.
  for (const radio of form.querySelectorAll<HTMLInputElement>('[type=radio]:enabled')) values[radio.name] = ''
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value.trim()
  }
  if (email instanceof HTMLInputElement && !isDeliverable(email)) values['email'] = ''
  return values
}

/** An entry without the optional texts that the API would refuse, and the whole entry with them. */
function sendable(entry: WaitlistEntry): WaitlistEntry {
  return {
    ...entry,
    firstName: lineOrNone(entry.firstName),
    company: lineOrNone(entry.company),
    role: lineOrNone(entry.role),
    useCase: faultOf(entry.useCase, { max: MAX_TEXT, kind: 'text' }) ? '' : entry.useCase,
  }
}

function lineOrNone(text: string): string {
  return faultOf(text, { max: MAX_LINE, kind: 'line' }) ? '' : text
}
