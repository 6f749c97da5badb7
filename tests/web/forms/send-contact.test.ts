import { afterEach, expect, test, vi } from 'vitest'
import { sendMessage } from '../../../web/forms/send-contact.ts'

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

  const message = { name: 'Dana', email: 'dana@company.com', message: 'Hello' }
  const received = sendMessage(message, { opened: Date.now(), website: '' })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(console.warn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await received).toBe(false)
  expect(fetch).not.toHaveBeenCalled()
})

test('a message says nothing of its form’s age where the clock was set back meanwhile', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', { prerendering: false, querySelector: () => null })
  const passed = { ready: (run: () => void) => run(), execute: () => Promise.resolve('token') }
  vi.stubGlobal('window', { grecaptcha: passed })
  // The bot check of the test before would hang for all.
  vi.resetModules()
  const fresh = await import('../../../web/forms/send-contact.ts')
  const message = { name: 'Dana', email: 'dana@company.com', message: 'Hello' }
  for (const opened of [Date.now() - 60_000, Date.now() + 60_000])
    expect(await fresh.sendMessage(message, { opened, website: '' })).toBe(true)
  const ages = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('form-age'))
  expect(ages).toEqual([expect.stringMatching(/^6\d{4}$/u), null])
})
