import { expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from '../../../api/http/health.ts'

test('a check that throws at once fails like one that rejects', async () => {
  const ready = createReadiness({
    mail: () => {
      throw new Error('bug')
    },
  })
  expect(await ready()).toEqual({ mail: 'failing' })
})

test('dependencies are asked again where the clock was set back', async () => {
  let asked = 0
  const check = async () => {
    asked += 1
  }
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ready = createReadiness({ store: check }, { keptMs: 20 })
  await ready()
  vi.setSystemTime(Date.now() - 3_600_000)
  await new Promise((resolve) => setTimeout(resolve, 40))
  await ready()
  expect(asked).toBe(2)
})

test('a dependency that is silent is waited for once, and is well again once it answers', async () => {
  let limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal)
  onTestFinished(() => void vi.restoreAllMocks())
  let answer = new Promise<void>(() => undefined)
  const ready = createReadiness({ mail: () => answer }, { keptMs: 0 })
  const first = ready()
  limit.abort()
  expect(await first).toEqual({ mail: 'failing' })
  // From now on no time limit ends a wait: an answer means that there was none.
  limit = new AbortController()
  expect(await ready()).toEqual({ mail: 'failing' })
  answer = Promise.resolve()
  await vi.waitFor(async () => expect(await ready()).toEqual({ mail: 'ok' }))
})
