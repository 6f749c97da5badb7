import { afterEach, beforeEach, vi } from 'vitest'
import type { WaitlistEntry } from '../../../api/contract/forms.ts'

export const START = 1_760_000_000_000
/** When the form was opened: 5 s before it is sent. */
export const OPENED = START - 5000
export const HERO = { source: 'hero', intent: undefined } as const

/** What stands in for the network; each test says how it answers. */
export const fetch = vi.fn<typeof globalThis.fetch>()
/** What is in local storage, empty at first. */
export const storage = new Map<string, string>()
export const windowEvents = new EventTarget()

/** Gives each test of a file what the outbox needs of a browser. */
export function standInForBrowser(): void {
  beforeEach(() => {
    storage.clear()
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    })
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
    vi.spyOn(console, 'warn').mockReturnValue()
    fetch.mockReset()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function entry(fields: Partial<WaitlistEntry> = {}): WaitlistEntry {
  return {
    email: 'dana@company.com',
    firstName: '',
    company: '',
    role: '',
    companySize: '',
    useCase: '',
    ...fields,
  }
}

export const answer = (status: number) => () => Promise.resolve(new Response(null, { status }))
export const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

/** A network that hangs until the send is given up. */
export function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** What was posted, in order. */
export function posts() {
  return fetch.mock.calls.map(([url, init]) => {
    const headers = new Headers(init?.headers)
    return {
      url,
      key: headers.get('idempotency-key'),
      age: headers.get('form-age'),
      body: JSON.parse(init?.body as string) as WaitlistEntry,
      keepalive: init?.keepalive,
    }
  })
}
