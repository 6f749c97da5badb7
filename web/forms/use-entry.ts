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

/** An entry, and what becomes of it. */
interface GrowingEntry {
  entry: WaitlistEntry
  /** Takes what the current form holds. */
  keep: () => void
  /** Takes what the current form holds and delivers it, unless a send has succeeded already. */
  send: () => Promise<void>
  /** Leaves it to a later page, unless a send has succeeded already, until `resume` takes it back. */
  leave: () => void
  resume: () => void
}

/** The entry that grows from form to form. */
export function useEntry(form: RefObject<HTMLFormElement | null>, entrySource: EntrySource): GrowingEntry {
  const [entry, setEntry] = useState(EMPTY)
  const sent = useRef(false)
  const opened = useRef(0)
  const takeBack = useRef<() => void>(undefined)
  useEffect(() => {
    // When it is shown: its markup may have been prepared long before.
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
  /** The page ends: it can't be asked for more. */
  onEnd: () => void
  /** Nobody sees the page: a phone may end it without another word. */
  onHide: () => void
  onShow: () => void
}

/** Calls what fits when the page is left while `watching`, and when it is come back to. */
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

/** Fields of a form as they are now; an email that could never be delivered counts as empty. */
function valuesOf(form: HTMLFormElement): Partial<WaitlistEntry> {
  const email = form.elements.namedItem('email')
  if (email instanceof HTMLInputElement) tidyEmail(email)
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
    useCase: faultOf(entry.useCase, { max: MAX_TEXT, kind: 'text' }) ? '' : entry.useCase,
  }
}

function lineOrNone(text: string): string {
  return faultOf(text, { max: MAX_LINE, kind: 'line' }) ? '' : text
}
