import { afterEach, expect, test, vi } from 'vitest'
import { sendMessage } from '../../../web/forms/send-contact.ts'

const hello = { name: 'Dana', email: 'dana@company.com', message: 'Hello' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a bot check that hangs is given up, and nothing is posted', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { prerendering: false, querySelector: () => null })
  const hanging = { ready: (run: () => void) => run(), execute: () => new Promise(() => undefined) }
  vi.stubGlobal('window', { grecaptcha: hanging })
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout'] })

  const received = sendMessage(hello, { opened: Date.now(), website: '' })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(console.warn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await received).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

/** The module anew, with a bot check that passes: that of the test before would hang for all. */
async function freshForm() {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { prerendering: false, querySelector: () => null })
  const passed = { ready: (run: () => void) => run(), execute: () => Promise.resolve('token') }
  vi.stubGlobal('window', { grecaptcha: passed })
  vi.resetModules()
  const { sendMessage: send } = await import('../../../web/forms/send-contact.ts')
  const sent = (name: string) => fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get(name))
  return { fetch, send, sent }
}

test('a message says how old its form is, but where the clock was set back meanwhile, and what only robots fill in', async () => {
  const { send, sent } = await freshForm()
  for (const [age, website] of [
    [60_000, ''],
    [-60_000, 'https://spam.example'],
  ] as const)
    expect(await send(hello, { opened: Date.now() - age, website })).toBe(true)
  expect(sent('form-age')).toEqual([expect.stringMatching(/^6\d{4}$/u), null])
  expect(sent('form-trapped')).toEqual([null, '1'])
})

test('the same words that did not arrive are tried again under their key, others under one of their own', async () => {
  const { fetch, send, sent } = await freshForm()
  const signals = { opened: Date.now(), website: '' }
  vi.spyOn(console, 'warn').mockReturnValue()
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetch.mockResolvedValueOnce(Response.json({}, { status: 503 }))
  const other = { ...hello, message: 'Hello again' }
  const received: boolean[] = []
  for (const message of [hello, hello, other, other]) received.push(await send(message, signals))
  expect(received).toEqual([false, false, true, true])
  const [first, again, changed, twice] = sent('idempotency-key')
  expect(again).toBe(first)
  // What was received and is written once more is another message.
  expect(new Set([first, changed, twice]).size).toBe(3)
})
